import { basename } from 'node:path';
import { fileProblemCodes } from '../../../shared/messages/failures/files.ts';
import { manifestPaths, storableName } from '../../manifest/index.ts';
import type { FolderEntry } from '../content/folder-files.ts';
import { type Disk, FolderWalk, type Found, isHiddenName } from './dropped-files.ts';

/** The current content of a folder: its files and empty folders, as a manifest lists them. */
export type FolderInventory =
  | { readonly kind: 'found'; readonly entries: readonly FolderEntry[] }
  /** The folder has more entries than one row may have. */
  | { readonly kind: 'too-full' }
  /** `folder` could not be read. Its path begins with the name of the first folder. */
  | { readonly kind: 'unreadable'; readonly folder: string };

/**
 * Walks a folder as a drop would, and adds nothing. `hidden` says if hidden files are included. Rejects with the reason
 * of `signal`.
 */
export async function inventoryOf(
  files: Disk['files'],
  path: string,
  hidden: 'with-hidden' | 'without-hidden',
  signal: AbortSignal,
): Promise<FolderInventory> {
  const folder = basename(path);
  const kept = new KeptFolder(folder);
  const isHidden = hidden === 'with-hidden' ? () => false : isHiddenName;
  const walk = new FolderWalk({ files, isOwn: () => false }, isHidden, (empty) => kept.addEmpty(empty));
  await walk.through({ place: { path, dropped: path }, folder }, async (found) => {
    signal.throwIfAborted();
    for (const file of found) kept.add(file);
  });
  signal.throwIfAborted();
  for (const note of walk.notes) {
    if (note.kind === 'unreadable-folder') return { kind: 'unreadable', folder: note.folder };
    if (note.kind === 'endless-folder' || note.kind === 'rest-of-folder') return { kind: 'too-full' };
  }
  return kept.isTooFull ? { kind: 'too-full' } : { kind: 'found', entries: kept.entries() };
}

/** True if a file or one of its folders is hidden. */
export function isHiddenPath(path: string): boolean {
  return path.split('/').some(isHiddenName);
}

/** The maximum number of entries in a folder that is submitted as one row. More would need too much memory and time. */
export const MOST_TOGETHER = 200_000;

/**
 * Collects the entries of a folder that is submitted as one row, empty files and empty folders included, in stream
 * order.
 */
export class KeptFolder {
  readonly #rootName: string;
  readonly #entries = new Map<string, Omit<FolderEntry, 'path' | 'found'>>();
  #isTooFull = false;

  /** `rootName` is the name of the folder. The paths of all its entries begin with it. */
  constructor(rootName: string) {
    this.#rootName = rootName;
  }

  /** The name in the manifest. */
  get name(): string {
    return storableName(this.#rootName);
  }

  get isTooFull(): boolean {
    return this.#isTooFull;
  }

  add({ folder, name, size, mtimeNs, state }: Found): void {
    const problem = state.kind === 'rejected' ? state.reason.code : null;
    const known = fileProblemCodes.find((code) => code === problem) ?? null;
    // An empty file is rejected when it is dropped alone, but belongs to a folder like any other.
    this.#put(`${folder ?? this.#rootName}/${name}`, { kind: 'file', size, mtimeNs, problem: known });
  }

  addEmpty(folder: string): void {
    if (folder !== this.#rootName) this.#put(folder, { kind: 'folder', size: null, mtimeNs: null, problem: null });
  }

  /** Returns the entries in stream order. */
  entries(): FolderEntry[] {
    const found = (path: string): Omit<FolderEntry, 'path' | 'found'> =>
      this.#entries.get(path) ?? { kind: 'file', size: null, mtimeNs: null, problem: 'file-unreadable' };
    const { paths, refused } = manifestPaths([...this.#entries.keys()], '/');
    return [
      ...paths.map(({ path }) => ({ ...found(path), path, found: null })),
      ...refused.map((as) => ({ ...found(as), path: as, found: as, problem: 'name-not-kept' as const })),
    ];
  }

  #put(path: string, entry: Omit<FolderEntry, 'path' | 'found'>): void {
    if (this.#entries.size >= MOST_TOGETHER) {
      this.#isTooFull = true;
      this.#entries.clear();
    }
    if (!this.#isTooFull) this.#entries.set(path.slice(this.#rootName.length + 1), entry);
  }
}
