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

/** Receives what was found, in pieces, so that the first rows need not wait for the last. */
export type FoundSink = (found: readonly Found[]) => Promise<void>;

/** Where something really is, and where it is for the person who dropped it. */
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
  readonly files: Pick<FileThreads, 'findAll' | 'list'>;
  /** Whether a path, without links, lies in the app's own folders. Nobody means to pay for what the app itself writes. */
  readonly isOwn: (path: string) => boolean;
  /** Of one dropped folder, with all below. */
  readonly mostEntries?: number;
};

/** A folder to go through, and its name with those above it from the dropped one. */
type Start = { readonly place: Place; readonly folder: string };

/** Of one dropped folder, with all below: folders that lie in each other can be as endless as one. */
const MOST_ENTRIES = 2_000_000;
/** Of a folder thousands of levels down, so much as tells it from others: there may be as many notes as folders. */
const LONGEST_FOLDER = 120;

/** Without a dot before them; systems put them into folders by themselves. In lower case, as Windows takes names. */
const systemNames: ReadonlySet<string> = new Set([
  'thumbs.db',
  'ehthumbs.db',
  'desktop.ini',
  'icon\r',
  '$recycle.bin',
  'system volume information',
  '__macosx',
]);

/** What nobody sees in their folder, and nobody means to pay for: also the locks of open Office documents (`~$`). */
export function isHiddenName(name: string): boolean {
  return name.startsWith('.') || name.startsWith('~$') || systemNames.has(name.toLowerCase());
}

/** Goes through folders, links not followed and the app's own folders left out, and remembers what became no row. */
export class FolderWalk {
  readonly notes: AddNote[] = [];
  /** How much was left out because it is hidden; of a hidden folder nothing is counted that lies in it. */
  readonly leftOut = { files: 0, folders: 0 };
  readonly #disk: Required<Disk>;
  readonly #isHidden: (name: string) => boolean;
  readonly #onEmpty: (folder: string) => void;
  #metOwn = false;

  /** `onEmpty`: hears of folders in which there is nothing that was taken. */
  constructor(
    { files, isOwn, mostEntries = MOST_ENTRIES }: Disk,
    isHidden: (name: string) => boolean,
    onEmpty: (folder: string) => void = () => undefined,
  ) {
    this.#onEmpty = onEmpty;
    this.#disk = { files, isOwn, mostEntries };
    this.#isHidden = isHidden;
  }

  /** Says that the app's own folders were met, and left out. */
  get ownNotes(): readonly AddNote[] {
    return this.#metOwn ? [{ kind: 'own-folder' }] : [];
  }

  /** Whether a path lies in the app's own folders, and is left out. */
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
      // Something is in it, though nothing to submit.
      entriesSeen += below.length - walked.length;
      foldersSeen += walked.length;
      if (inside.taken + walked.length === 0) this.#onEmpty(folder);
      if (entriesSeen + foldersSeen > this.#disk.mostEntries) {
        this.notes.push(noteOf('rest-of-folder', rootName));
        break;
      }
      // One by one: so many arguments as a folder may have names no call takes.
      for (const inner of walked.toReversed()) folders.push(inner);
    }
    if (entriesSeen === 0) this.notes.push(noteOf('empty-folder', rootName));
  }

  /** Hands over the files of one folder; null for the folders in it where it could not be read. */
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
      // Whoever waits for it hears of its failure.
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
