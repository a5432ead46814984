import { basename } from 'node:path';
import { fileProblemCodes } from '../../../shared/messages/failures/files.ts';
import { manifestPaths, storableName } from '../../manifest/index.ts';
import type { FolderEntry } from '../content/folder-files.ts';
import { type Disk, FolderWalk, type Found, isHiddenName } from './dropped-files.ts';

/** What is in a folder now: its files and its folders with nothing in them, as a manifest would have them. */
export type FolderInventory =
  | { readonly kind: 'found'; readonly entries: readonly FolderEntry[] }
  /** There is more in it than goes together. */
  | { readonly kind: 'too-full' }
  /** Of this folder it is not known what is in it: its name, with those above it from the first. */
  | { readonly kind: 'unreadable'; readonly folder: string };

/**
 * Goes through a folder as a drop of it would, and adds nothing. `hidden`: whether what nobody sees in their folders is among
 * it. Rejects with the reason of `signal`.
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

/** Whether nobody sees a file, or one of the folders that it lies in. */
export function isHiddenPath(path: string): boolean {
  return path.split('/').some(isHiddenName);
}

/** Files and folders of one folder that is kept together: more would take memory and time that nobody expects. */
export const MOST_TOGETHER = 200_000;

/**
 * What a walk through one dropped folder found of it, as it is kept together: files without content and folders with nothing
 * in them too, in the order of its stream.
 */
export class KeptFolder {
  readonly #rootName: string;
  readonly #entries = new Map<string, Omit<FolderEntry, 'path' | 'found'>>();
  #isTooFull = false;

  /** `rootName`: as the folder is called, which is how what was found in it begins. */
  constructor(rootName: string) {
    this.#rootName = rootName;
  }

  /** As a manifest has it. */
  get name(): string {
    return storableName(this.#rootName);
  }

  get isTooFull(): boolean {
    return this.#isTooFull;
  }

  add({ folder, name, size, mtimeNs, state }: Found): void {
    const problem = state.kind === 'rejected' ? state.reason.code : null;
    const known = fileProblemCodes.find((code) => code === problem) ?? null;
    // What has no content is nothing to submit alone, and a file like others among them.
    this.#put(`${folder ?? this.#rootName}/${name}`, { kind: 'file', size, mtimeNs, problem: known });
  }

  addEmpty(folder: string): void {
    if (folder !== this.#rootName) this.#put(folder, { kind: 'folder', size: null, mtimeNs: null, problem: null });
  }

  /** In the order of the stream. */
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
