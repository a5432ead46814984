import { basename, isAbsolute, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Failure } from '../../../shared/failures/failure.ts';
import type { AddNote, FolderNote } from '../../../shared/submissions/add-note.ts';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { visibleName } from '../../../shared/text.ts';
import type { FileFacts, FileProblem, FileThreads } from '../../files/index.ts';
import { fileFailure } from './file-failure.ts';

/** A file found under what was dropped, or the reason why it can't be sent. */
export type Found = {
  /** Without links: from now on none may stand in it. */
  readonly path: string;
  /** As it was dropped, where that is another. */
  readonly droppedPath: string | null;
  readonly name: string;
  readonly folder: string | null;
  readonly size: number | null;
  readonly mtimeNs: string | null;
  readonly seenAs: { readonly inode: bigint; readonly ctimeNs: bigint } | null;
  readonly state: SubmissionState;
};

export type Disk = {
  readonly files: Pick<FileThreads, 'find' | 'list'>;
  /** Whether a path, without links, lies in the app's own folders. Nobody means to pay for what the app itself writes. */
  readonly isOwn: (path: string) => boolean;
  /** Of one dropped folder, with all below. */
  readonly mostEntries?: number;
};

/** Receives what was found, in pieces, so that the first rows need not wait for the last. */
export type FoundSink = (found: readonly Found[]) => Promise<void>;

const FIRST_PIECE = 100;
const PIECE = 2000;
const LOOKS_AT_ONCE = 64;
/** Of one dropped folder, with all below: folders that lie in each other can be as endless as one. */
const MOST_ENTRIES = 2_000_000;
/** Left to the window for drawing its first rows, before the machine is busy with thousands more. */
const FIRST_DRAWN_MS = 120;

/**
 * Expands dropped paths: files as they are, folders to all files below them, links not followed, the app's own folders
 * left out. Returns what could not become a row.
 */
export async function expand(
  { files, isOwn, mostEntries = MOST_ENTRIES }: Disk,
  paths: readonly string[],
  sink: FoundSink,
): Promise<AddNote[]> {
  const notes: AddNote[] = [];
  const pieces = inPieces(sink);
  let unreal = 0;
  let leftOut = false;
  const isLeftOut = (path: string): boolean => {
    const isIt = isOwn(path);
    leftOut ||= isIt;
    return isIt;
  };
  for (let start = 0; start < paths.length; start += LOOKS_AT_ONCE) {
    const looked = await Promise.all(
      paths
        .slice(start, start + LOOKS_AT_ONCE)
        .map(async (path) => ({ path, seen: isAbsolute(path) ? await files.find(path) : null })),
    );
    for (const { path, seen } of looked) {
      if (seen === null) unreal += 1;
      else if (seen.kind === 'unreadable') await pieces.add([describeFile({ path, dropped: path }, null, seen)]);
      else if (!isLeftOut(seen.realPath)) {
        const place = { path: seen.realPath, dropped: path };
        const disk = { files, isOwn: isLeftOut, mostEntries };
        if (seen.facts.kind === 'folder') await expandFolder(disk, place, notes, pieces.add);
        else await pieces.add([describeFile(place, null, seen.facts)]);
      }
    }
  }
  await pieces.end();
  if (unreal > 0) notes.push({ kind: 'nowhere' });
  if (leftOut) notes.push({ kind: 'own-folder' });
  return notes;
}

/** Where something really is, and where it is for the person who dropped it. */
type Place = { readonly path: string; readonly dropped: string };

function within({ path, dropped }: Place, name: string): Place {
  return { path: join(path, name), dropped: join(dropped, name) };
}

async function expandFolder(
  { files, isOwn, mostEntries }: Required<Disk>,
  root: Place,
  notes: AddNote[],
  add: FoundSink,
): Promise<void> {
  const rootName = basename(root.dropped);
  const folders = [{ place: root, folder: rootName }];
  let entriesSeen = 0;
  let foldersSeen = 0;
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const { place, folder } = next;
    let added = Promise.resolve();
    const inside = await files.list(place.path, (part) => {
      entriesSeen += part.length;
      const found = part.map(({ name, seen }) => describeFile(within(place, name), folder, seen));
      added = added.then(() => add(found));
      // Whoever waits for it hears of its failure.
      added.catch(() => undefined);
    });
    await added;
    if ('kind' in inside) {
      entriesSeen += 1;
      notes.push(noteOf(inside.code === 'E2BIG' ? 'endless-folder' : 'unreadable-folder', folder));
      continue;
    }
    const below = inside.map((name) => ({ place: within(place, name), folder: `${folder}/${name}` }));
    const walked = below.filter((inner) => !isOwn(inner.place.path));
    // Something is in it, though nothing to submit.
    entriesSeen += below.length - walked.length;
    foldersSeen += walked.length;
    if (entriesSeen + foldersSeen > mostEntries) {
      notes.push(noteOf('rest-of-folder', rootName));
      break;
    }
    // One by one: so many arguments as a folder may have names no call takes.
    for (const inner of walked.toReversed()) folders.push(inner);
  }
  if (entriesSeen === 0) notes.push(noteOf('empty-folder', rootName));
}

/** Of a folder thousands of levels down, so much as tells it from others: there may be as many notes as folders. */
const LONGEST_FOLDER = 120;

function noteOf(kind: FolderNote['kind'], folder: string): FolderNote {
  return { kind, folder: visibleName(folder, LONGEST_FOLDER) };
}

function describeFile({ path, dropped }: Place, folder: string | null, seen: FileFacts | FileProblem): Found {
  const file = { path, droppedPath: dropped === path ? null : dropped, name: basename(dropped), folder };
  if (seen.kind === 'unreadable') {
    const reason = fileFailure(seen.code, seen.detail);
    return { ...file, size: null, mtimeNs: null, seenAs: null, state: { kind: 'rejected', reason } };
  }
  const reason = refusalOf(seen);
  return {
    ...file,
    size: Number.isSafeInteger(seen.size) ? seen.size : null,
    mtimeNs: seen.mtimeNs.toString(),
    seenAs: { inode: seen.inode, ctimeNs: seen.ctimeNs },
    state: reason === null ? { kind: 'waiting' } : { kind: 'rejected', reason },
  };
}

function refusalOf({ kind, size }: FileFacts): Failure | null {
  if (kind === 'link') return { code: 'link' };
  if (kind !== 'file') return { code: 'not-a-file' };
  if (!Number.isSafeInteger(size)) return { code: 'file-too-large' };
  return size === 0 ? { code: 'empty-file' } : null;
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
      piece.push(...found);
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
