import { basename } from 'node:path';
import type { FolderEntry } from '../../content/folder-files.ts';
import { type Disk, FolderWalk, isHiddenName } from './folder-walk.ts';
import { KeptFolder } from './kept-folder.ts';

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
