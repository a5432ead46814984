import { basename } from 'node:path';
import type { DropChoices, WayLoad, WeighedDrop, WeighedFolder } from '../../../shared/bridge/drops.ts';
import type { AddNote, CostEstimate, LeftOut } from '../../../shared/bridge/submissions.ts';
import type { RateLimiter } from '../../service/index.ts';
import type { FolderEntry } from '../content/folder-files.ts';
import { entryBytes, fileEntryBytes, loadInParts } from '../content/manifest-size.ts';
import type { Costs } from '../cost/costs.ts';
import {
  type Disk,
  describeFile,
  FolderWalk,
  type Found,
  isHiddenName,
  lookAt,
  type Place,
} from '../intake/dropped-files.ts';
import { KeptFolder } from '../intake/kept-folder.ts';
import { type Load, loadOf, noLoad, sumOfLoads } from '../journal/load.ts';
import type { RowEncryption } from '../journal/row-encryption.ts';
import { inParts } from '../parts/planned-rows.ts';

/** Returns the load of a separate file: whole, or in parts with a manifest. Empty files are not submitted. */
export function alone(name: string, size: number, partSize: number): Load {
  if (size === 0) return noLoad;
  if (size <= partSize) return loadOf(size);
  return together({ bytes: size, entryBytes: fileEntryBytes(name) }, partSize);
}

/** Returns the load of a folder that is submitted as one row. `entryBytes` is the size of its manifest entries. */
export function together(
  { bytes: size, entryBytes }: { readonly bytes: number; readonly entryBytes: number },
  partSize: number,
): Load {
  const { levels: _, ...load } = loadInParts(size, entryBytes, partSize);
  return load;
}

/** Returns the load of a folder that is submitted as one row. `encryption`: null if it is public. */
export function folderLoad(folder: FoundFolder, partSize: number, encryption: RowEncryption | null): Load {
  if (encryption === null) return together(folder, partSize);
  const { bytes: size, name, files } = folder;
  return inParts({ size, name, files, encryption }, partSize);
}

/** A folder of a drop. `entries` is null if it has too many for one row. */
type FoundFolder = {
  readonly place: Place;
  /** The size of its file and folder entries in a manifest. */
  readonly entryBytes: number;
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  readonly entries: readonly FolderEntry[] | null;
};

/** The content of a drop. */
export type FoundDrop = {
  /** Dropped paths that are not folders, links and unreadable paths included. */
  readonly loosePaths: readonly string[];
  readonly looseFiles: number;
  readonly loose: Load;
  /** The load if each file is a separate row. */
  readonly separate: Load;
  readonly bytes: number;
  readonly folders: readonly FoundFolder[];
  readonly notes: readonly AddNote[];
  readonly leftOut: LeftOut;
};

type Counted = (files: number, bytes: number) => void;
/** Returns the load of a separate file. */
type LoadOf = (name: string, size: number) => Load;

/** True if a folder is among the paths. Paths that cannot be read do not count. */
export async function hasFolder(disk: Disk, paths: readonly string[]): Promise<boolean> {
  for await (const { seen } of lookAt(disk, paths)) {
    if (seen?.kind === 'found' && seen.facts.kind === 'folder' && !disk.isOwn(seen.realPath)) return true;
  }
  return false;
}

/** Looks at all of a drop, and adds nothing. An error thrown by `counted` ends the look. */
export async function weigh(
  disk: Disk,
  paths: readonly string[],
  loadOf: LoadOf,
  counted: Counted,
): Promise<FoundDrop> {
  const count = new Counts(loadOf, counted);
  const folders: FoundFolder[] = [];
  const loosePaths: string[] = [];
  const notes: AddNote[] = [];
  const leftOut = { files: 0, folders: 0 };
  for await (const { path, seen } of lookAt(disk, paths)) {
    if (seen?.kind === 'found' && seen.facts.kind === 'folder' && !disk.isOwn(seen.realPath)) {
      const place = { path: seen.realPath, dropped: path };
      const folder = await walked(disk, place, count);
      notes.push(...folder.notes);
      leftOut.files += folder.leftOut.files;
      leftOut.folders += folder.leftOut.folders;
      folders.push(folder.found);
      continue;
    }
    // Paths that become no row are reported when the drop is added, as in a drop without folders.
    loosePaths.push(path);
    if (seen?.kind === 'found' && !disk.isOwn(seen.realPath)) {
      count.take([describeFile({ path: seen.realPath, dropped: path }, null, seen.facts)], true);
    }
  }
  const { separate, loose, looseFiles, bytes } = count;
  return { loosePaths, looseFiles, loose, separate, bytes, folders, notes, leftOut };
}

async function walked(disk: Disk, place: Place, count: Counts) {
  // `FolderWalk` begins its paths with the same name.
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
  const found: FoundFolder = {
    place,
    name: kept.name,
    files,
    bytes,
    entries,
    entryBytes: (entries ?? []).reduce((all, { kind, path }) => all + entryBytes(kind, path), 0),
  };
  return { found, notes: [...walk.notes, ...walk.ownNotes], leftOut: walk.leftOut };
}

/** Sums up separate files, so that two million files need no list in memory. */
class Counts {
  separate: Load = noLoad;
  loose: Load = noLoad;
  looseFiles = 0;
  bytes = 0;
  readonly #loadOf: LoadOf;
  readonly #counted: Counted;
  #files = 0;

  constructor(loadOf: LoadOf, counted: Counted) {
    this.#loadOf = loadOf;
    this.#counted = counted;
  }

  take(found: readonly Found[], isLoose: boolean): void {
    const loads = found
      .filter(({ state }) => state.kind === 'waiting')
      .map(({ name, size }) => this.#loadOf(name, size ?? 0));
    this.separate = sumOfLoads([this.separate, ...loads]);
    if (isLoose) {
      this.loose = sumOfLoads([this.loose, ...loads]);
      this.looseFiles += found.length;
    }
    this.#files += found.length;
    this.bytes += found.reduce((all, { size }) => all + (size ?? 0), 0);
    this.#counted(this.#files, this.bytes);
  }
}

type Weighed = {
  readonly dropId: number;
  readonly accountId: string;
  readonly isPrivate: boolean;
  /** Null until the readers are known, and for public drops. */
  readonly encryption: RowEncryption | null;
  readonly found: FoundDrop;
  readonly choices: DropChoices;
};

/** Describes a drop to the user: its content, and the cost of each way to add it. */
export function weighedDrop(
  costs: Costs,
  limiter: RateLimiter,
  partSize: number,
  { dropId, accountId, isPrivate, encryption, found, choices }: Weighed,
): WeighedDrop {
  const { folders, leftOut, loose, looseFiles, notes, separate, bytes } = found;
  const estimateOf = (load: Load): CostEstimate | null => {
    const estimate = costs.estimate(accountId, load);
    if (estimate === null || !isPrivate || encryption !== null) return estimate;
    // The readers are not known yet, so the encrypted size has no bound.
    const { accuracy: _, ...about } = estimate;
    return about;
  };
  const wayOf = (load: Load): WayLoad => ({
    submissions: load.submissions,
    estimate: estimateOf(load),
    seconds: limiter.secondsFor(load.submissions),
  });
  const some = folders.filter(({ files }) => files > 0);
  const canBeKept = some.length > 0 && folders.every(({ entries }) => entries !== null);
  const kept = canBeKept
    ? wayOf(sumOfLoads([loose, ...some.map((folder) => folderLoad(folder, partSize, encryption))]))
    : null;
  return {
    dropId,
    accountId,
    isPrivate,
    files: looseFiles + folders.reduce((all, { files }) => all + files, 0),
    bytes,
    looseFiles,
    looseName: found.loosePaths[0] === undefined ? null : basename(found.loosePaths[0]),
    folders: folders.map(described),
    leftOut,
    notes,
    ways: { separate: wayOf(separate), together: kept },
    choices,
  };
}

function described({ name, files, bytes, entries }: FoundFolder): WeighedFolder {
  const problems = (entries ?? []).filter(({ problem }) => problem !== null);
  const [first] = problems;
  return {
    name,
    files,
    bytes,
    problems: first?.problem == null ? null : { count: problems.length, path: first.path, why: first.problem },
  };
}
