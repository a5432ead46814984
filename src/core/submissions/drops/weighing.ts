import { basename } from 'node:path';
import type { AddNote } from '../../../shared/bridge/submissions.ts';
import type { FolderEntry } from '../content/folder-files.ts';
import type { SubmissionLoad } from '../content/manifest-size.ts';
import { entryBytes } from '../content/manifest-size.ts';
import {
  type Disk,
  describeFile,
  FolderWalk,
  type Found,
  isHiddenName,
  type LeftOut,
  lookAt,
  type Place,
} from '../intake/dropped-files.ts';
import { KeptFolder } from '../intake/folder-intake.ts';
import { alone, type FolderSizes, nothing, sum } from './ways.ts';

/** A folder of a drop. `entries`: null where there are too many to go together. */
export type FoundFolder = FolderSizes & {
  readonly place: Place;
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  readonly entries: readonly FolderEntry[] | null;
};

/** What was found of a drop. */
export type FoundDrop = {
  /** What was dropped by itself, links and what could not be read among it. */
  readonly loosePaths: readonly string[];
  readonly looseFiles: number;
  readonly loose: SubmissionLoad;
  /** All files, each by itself. */
  readonly separate: SubmissionLoad;
  readonly bytes: number;
  readonly folders: readonly FoundFolder[];
  readonly notes: readonly AddNote[];
  readonly leftOut: readonly LeftOut[];
};

type Counted = (files: number, bytes: number) => void;

/** Whether there is a folder among what was dropped; what cannot be looked at is none. */
export async function hasFolder(disk: Disk, paths: readonly string[]): Promise<boolean> {
  for await (const { seen } of lookAt(disk, paths)) {
    if (seen?.kind === 'found' && seen.facts.kind === 'folder' && !disk.isOwn(seen.realPath)) return true;
  }
  return false;
}

/** Looks at all of a drop, and adds nothing. `counted` may throw: then it ends with that. */
export async function weigh(
  disk: Disk,
  paths: readonly string[],
  partSize: number,
  counted: Counted,
): Promise<FoundDrop> {
  const count = new Counts(partSize, counted);
  const folders: FoundFolder[] = [];
  const loosePaths: string[] = [];
  const notes: AddNote[] = [];
  const leftOut: LeftOut[] = [];
  for await (const { path, seen } of lookAt(disk, paths)) {
    if (seen?.kind === 'found' && seen.facts.kind === 'folder' && !disk.isOwn(seen.realPath)) {
      const place = { path: seen.realPath, dropped: path };
      const folder = await walked(disk, place, count);
      notes.push(...folder.notes);
      for (const one of folder.leftOut) leftOut.push(one);
      folders.push(folder.found);
      continue;
    }
    // What becomes no row is told of once it is added, as without a folder beside it.
    loosePaths.push(path);
    if (seen?.kind === 'found' && !disk.isOwn(seen.realPath)) {
      count.take([describeFile({ path: seen.realPath, dropped: path }, null, seen.facts)], true);
    }
  }
  const { separate, loose, looseFiles, bytes } = count;
  return { loosePaths, looseFiles, loose, separate, bytes, folders, notes, leftOut };
}

async function walked(disk: Disk, place: Place, count: Counts) {
  // As the walk itself calls it.
  const folder = basename(place.dropped);
  const kept = new KeptFolder(folder);
  const walk = new FolderWalk(disk, isHiddenName, (empty) => kept.addEmpty(empty));
  let [files, bytes] = [0, 0];
  await walk.through({ place, folder }, async (found) => {
    count.take(found, false);
    for (const file of found) {
      files += 1;
      bytes += file.size ?? 0;
      kept.add(file);
    }
  });
  const entries = kept.isTooFull ? null : kept.entries();
  const inStream = (entries ?? []).filter(({ kind }) => kind === 'file');
  const found: FoundFolder = {
    place,
    name: kept.name,
    files,
    bytes,
    entries,
    sizes: inStream.map(({ size }) => size ?? 0),
    entryBytes: (entries ?? []).reduce((all, { kind, path }) => all + entryBytes(kind, path), 0),
  };
  const own: AddNote[] = walk.metOwn ? [{ kind: 'own-folder' }] : [];
  return { found, notes: [...walk.notes, ...own], leftOut: walk.leftOut };
}

/** What goes by itself, in sums: of two million files none need be remembered for it. */
class Counts {
  separate: SubmissionLoad = nothing;
  loose: SubmissionLoad = nothing;
  looseFiles = 0;
  bytes = 0;
  readonly #partSize: number;
  readonly #counted: Counted;
  #files = 0;

  constructor(partSize: number, counted: Counted) {
    this.#partSize = partSize;
    this.#counted = counted;
  }

  take(found: readonly Found[], isLoose: boolean): void {
    const loads = found
      .filter(({ state }) => state.kind === 'waiting')
      .map(({ name, size }) => alone(name, size ?? 0, this.#partSize));
    this.separate = sum([this.separate, ...loads]);
    if (isLoose) {
      this.loose = sum([this.loose, ...loads]);
      this.looseFiles += found.length;
    }
    this.#files += found.length;
    this.bytes += found.reduce((all, { size }) => all + (size ?? 0), 0);
    this.#counted(this.#files, this.bytes);
  }
}
