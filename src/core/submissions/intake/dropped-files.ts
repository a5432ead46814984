import { basename, isAbsolute, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AddNote, FolderNote, LeftOut } from '../../../shared/bridge/submissions.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { visibleName } from '../../../shared/text.ts';
import { type FileFacts, type FileProblem, type FileThreads, isMadeUp } from '../../files/index.ts';
import { fileFailure } from '../content/file-change.ts';

/** Notes about files that could not be added, and the number of hidden files that were left out. */
export type Expanded = { readonly notes: readonly AddNote[]; readonly leftOut: LeftOut };

const FIRST_PIECE = 100;
const PIECE = 2000;
/** Lets the window draw its first rows before thousands more keep the machine busy. */
const FIRST_DRAWN_MS = 120;

/**
 * Expands dropped paths to files. Folders become all files below them. Links are not followed. The app's own folders
 * are left out, and so are hidden files inside a dropped folder.
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
  const nowhere: AddNote[] = unreal > 0 ? [{ kind: 'nowhere' }] : [];
  const { notes, leftOut, ownNotes } = walk;
  return { notes: [...notes, ...nowhere, ...ownNotes], leftOut };
}

/** Looks at the dropped paths in their order. `seen` is null if a path is not absolute. */
export async function* lookAt({ files }: Disk, paths: readonly string[]) {
  for (let start = 0, end = FIRST_PIECE; start < paths.length; start = end, end += PIECE) {
    const some = paths.slice(start, end);
    const found = await files.findAll(some.filter((path) => isAbsolute(path)));
    for (const path of some) yield { path, seen: found.get(path) ?? null };
  }
}

/** Groups found files into a small first batch and larger later ones. */
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

/** A file at or below a dropped path, or the reason why it cannot be submitted. */
export type Found = {
  /** The real path. No part of it may become a link later. */
  readonly path: string;
  /** The dropped path, if it differs from `path`. */
  readonly droppedPath: string | null;
  readonly name: string;
  readonly folder: string | null;
  readonly size: number | null;
  readonly mtimeNs: string | null;
  readonly seenAs: { readonly inode: bigint; readonly ctimeNs: bigint } | null;
  readonly state: SubmissionState;
};

/** Receives found files in batches, so that the first rows do not wait for the last. */
export type FoundSink = (found: readonly Found[]) => Promise<void>;

/** A real path, and the same path as the user dropped it. */
export type Place = { readonly path: string; readonly dropped: string };

function within({ path, dropped }: Place, name: string): Place {
  return { path: join(path, name), dropped: join(dropped, name) };
}

export function describeFile({ path, dropped }: Place, folder: string | null, seen: FileFacts | FileProblem): Found {
  const file = { path, droppedPath: dropped === path ? null : dropped, name: basename(dropped), folder };
  if (seen.kind === 'unreadable') {
    const reason = fileFailure(seen.code, seen.detail);
    return { ...file, size: null, mtimeNs: null, seenAs: null, state: { kind: 'rejected', reason } };
  }
  const reason = refusalOf(path, seen);
  return {
    ...file,
    size: Number.isSafeInteger(seen.size) ? seen.size : null,
    mtimeNs: seen.mtimeNs.toString(),
    seenAs: { inode: seen.inode, ctimeNs: seen.ctimeNs },
    state: reason === null ? { kind: 'waiting' } : { kind: 'rejected', reason },
  };
}

function refusalOf(path: string, { kind, size }: FileFacts): Failure | null {
  if (kind === 'link') return { code: 'link' };
  if (isMadeUp(path)) return { code: 'file-made-up' };
  if (kind !== 'file') return { code: 'not-a-file' };
  if (!Number.isSafeInteger(size)) return { code: 'file-too-large' };
  return size === 0 ? { code: 'empty' } : null;
}

export type Disk = {
  readonly files: FileThreads;
  /** True if a real path is inside the app's own folders. The app's own files are never submitted. */
  readonly isOwn: (path: string) => boolean;
  /** The maximum number of entries in one dropped folder, subfolders included. */
  readonly mostEntries?: number;
};

/** A folder to walk. `folder` is its path from the name of the dropped folder. */
type Start = { readonly place: Place; readonly folder: string };

/** The maximum number of entries in one dropped folder, subfolders included. Nested folders can be endless too. */
const MOST_ENTRIES = 2_000_000;
/** The maximum length of a folder path in a note. There can be as many notes as folders. */
const LONGEST_FOLDER = 120;

/** Names without a leading dot that systems create in folders. In lower case, because Windows ignores case. */
const systemNames: ReadonlySet<string> = new Set([
  'thumbs.db',
  'ehthumbs.db',
  'desktop.ini',
  'icon\r',
  '$recycle.bin',
  'system volume information',
  '__macosx',
]);

/** True for files that users do not see in a folder, including the lock files of open Office documents (`~$`). */
export function isHiddenName(name: string): boolean {
  return name.startsWith('.') || name.startsWith('~$') || systemNames.has(name.toLowerCase());
}

/**
 * Walks folders without following links, leaves out the app's own folders, and collects notes about entries that became
 * no row.
 */
export class FolderWalk {
  readonly notes: AddNote[] = [];
  /** The number of hidden entries left out. The content of a hidden folder is not counted. */
  readonly leftOut = { files: 0, folders: 0 };
  readonly #disk: Required<Disk>;
  readonly #isHidden: (name: string) => boolean;
  readonly #onEmpty: (folder: string) => void;
  #metOwn = false;

  /** `onEmpty` is called with each folder that has no entry to add. */
  constructor(
    { files, isOwn, mostEntries = MOST_ENTRIES }: Disk,
    isHidden: (name: string) => boolean,
    onEmpty: (folder: string) => void = () => undefined,
  ) {
    this.#onEmpty = onEmpty;
    this.#disk = { files, isOwn, mostEntries };
    this.#isHidden = isHidden;
  }

  /** A note if the app's own folders were left out. */
  get ownNotes(): readonly AddNote[] {
    return this.#metOwn ? [{ kind: 'own-folder' }] : [];
  }

  /** True if a path is inside the app's own folders. Remembers that for `ownNotes`. */
  isOwn(path: string): boolean {
    const isIt = this.#disk.isOwn(path);
    this.#metOwn ||= isIt;
    return isIt;
  }

  async through(start: Start, add: FoundSink): Promise<void> {
    const rootName = basename(start.place.dropped);
    const folders: Start[] = [start];
    let entriesSeen = 0;
    let foldersSeen = 0;
    for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
      const inside = await this.#list(next, add);
      entriesSeen += inside.entries;
      if (inside.folders === null) continue;
      const { place, folder } = next;
      const below = inside.folders.map((name) => ({ place: within(place, name), folder: `${folder}/${name}` }));
      const walked = below.filter((inner) => !this.isOwn(inner.place.path));
      // The app's own folders count as entries, so that the folder is not called empty.
      entriesSeen += below.length - walked.length;
      foldersSeen += walked.length;
      if (inside.taken + walked.length === 0) this.#onEmpty(folder);
      if (entriesSeen + foldersSeen > this.#disk.mostEntries) {
        this.notes.push(noteOf('rest-of-folder', rootName));
        break;
      }
      // `push(...)` fails with as many arguments as a folder may have entries.
      for (const inner of walked.toReversed()) folders.push(inner);
    }
    if (entriesSeen === 0) this.notes.push(noteOf('empty-folder', rootName));
  }

  /** Passes the files of one folder to `add`. `folders` is null if the folder could not be read. */
  async #list(
    { place, folder }: Start,
    add: FoundSink,
  ): Promise<{ readonly entries: number; readonly taken: number; readonly folders: readonly string[] | null }> {
    let entries = 0;
    let takenFiles = 0;
    let added = Promise.resolve();
    const inside = await this.#disk.files.list(place.path, (part) => {
      entries += part.length;
      const taken = part.filter(({ name }) => !this.#isHidden(name));
      this.leftOut.files += part.length - taken.length;
      takenFiles += taken.length;
      const found = taken.map(({ name, seen }) => describeFile(within(place, name), folder, seen));
      added = added.then(() => add(found));
      // `await added` below reports the failure.
      added.catch(() => undefined);
    });
    await added;
    if ('kind' in inside) {
      this.notes.push(noteOf(inside.code === 'E2BIG' ? 'endless-folder' : 'unreadable-folder', folder));
      return { entries: entries + 1, taken: takenFiles, folders: null };
    }
    const folders = inside.filter((name) => !this.#isHidden(name));
    this.leftOut.folders += inside.length - folders.length;
    entries += inside.length - folders.length;
    return { entries, taken: takenFiles, folders };
  }
}

function noteOf(kind: FolderNote['kind'], folder: string): FolderNote {
  return { kind, folder: visibleName(folder, LONGEST_FOLDER) };
}
