import { basename, isAbsolute } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AddNote } from '../../../shared/submissions/add-note.ts';
import { type Disk, FolderWalk, isHiddenName, type LeftOut } from './folders/folder-walk.ts';
import { describeFile, type Found, type FoundSink } from './found-file.ts';

/** What could not become a row; and what was left out because it is hidden, which may be added yet. */
export type Expanded = { readonly notes: readonly AddNote[]; readonly leftOut: readonly LeftOut[] };

const FIRST_PIECE = 100;
const PIECE = 2000;
/** Left to the window for drawing its first rows, before the machine is busy with thousands more. */
const FIRST_DRAWN_MS = 120;

/**
 * Expands dropped paths: files as they are, folders to all files below them, links not followed; the app's own folders left
 * out, and what is hidden in a folder unless it was dropped by itself.
 */
export async function expand(disk: Disk, paths: readonly string[], sink: FoundSink): Promise<Expanded> {
  const walk = new FolderWalk(disk, isHiddenName);
  const pieces = inPieces(sink);
  let unreal = 0;
  for await (const { path, seen } of lookAt(disk, paths)) {
    if (seen === null) unreal += 1;
    else if (seen.kind === 'unreadable') await pieces.add([describeFile({ path, dropped: path }, null, seen)]);
    else if (!walk.isOwn(seen.realPath)) {
      const place = { path: seen.realPath, dropped: path };
      if (seen.facts.kind === 'folder') await walk.through({ place, folder: basename(path) }, pieces.add);
      else await pieces.add([describeFile(place, null, seen.facts)]);
    }
  }
  await pieces.end();
  return expanded(walk, unreal > 0 ? [{ kind: 'nowhere' }] : []);
}

/** Looks at the dropped paths in their order. `seen` is null if a path is not absolute. */
export async function* lookAt({ files }: Disk, paths: readonly string[]) {
  for (let start = 0, end = FIRST_PIECE; start < paths.length; start = end, end += PIECE) {
    const some = paths.slice(start, end);
    const found = await files.findAll(some.filter((path) => isAbsolute(path)));
    for (const path of some) yield { path, seen: found.get(path) ?? null };
  }
}

/** Expands what was left out, as it is by now, with all that lies below it. */
export async function expandLeftOut(disk: Disk, leftOut: readonly LeftOut[], sink: FoundSink): Promise<Expanded> {
  const walk = new FolderWalk(disk, () => false);
  const pieces = inPieces(sink);
  for (const start of leftOut) await walk.through(start, pieces.add);
  await pieces.end();
  return expanded(walk, []);
}

function expanded({ notes, leftOut, metOwn }: FolderWalk, more: readonly AddNote[]): Expanded {
  return { notes: [...notes, ...more, ...(metOwn ? [{ kind: 'own-folder' } as const] : [])], leftOut };
}

/** Gathers what is found into a small first piece and large later ones. */
function inPieces(sink: FoundSink) {
  let piece: Found[] = [];
  let limit = FIRST_PIECE;
  const flush = async (): Promise<void> => {
    const full = piece;
    piece = [];
    limit = PIECE;
    await sink(full);
  };
  return {
    add: async (found: readonly Found[]): Promise<void> => {
      for (const one of found) piece.push(one);
      if (piece.length < limit) return;
      const isFirst = limit === FIRST_PIECE;
      await flush();
      if (isFirst) await wait(FIRST_DRAWN_MS);
    },
    end: async (): Promise<void> => {
      if (piece.length > 0) await flush();
    },
  };
}
