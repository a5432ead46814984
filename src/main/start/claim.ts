import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFolderClaim, DataFolderLock } from '../../core/storage/index.ts';

/** Milliseconds that a closing app may keep its data folder. Closing takes a few seconds at most. */
const PATIENCE_MS = 5_000;

/** `handed-over`: another instance has the data folder and knows of this start. */
export type StartClaim = DataFolderClaim | { readonly kind: 'handed-over' };

/**
 * Electron's single-instance lock. `request` returns false if another instance has the lock and was notified, or if no
 * lock can be created.
 */
export type SingleInstanceLock = {
  readonly request: () => boolean;
  readonly release: () => void;
  /** After a failed request: true if another instance may have the lock, false if none can be created. */
  readonly mayBeAnothers: () => boolean;
};

/**
 * True if another instance may have the shell's lock of a data folder. Chromium's lock is a link there, with a second
 * link to the socket that later instances use. On a drive without links, or without a folder for the socket, neither
 * exists. Windows does not use links.
 */
export function maySingleInstanceLockBeAnothers(userData: string): boolean {
  if (process.platform === 'win32') return true;
  try {
    const lock = lstatSync(join(userData, 'SingletonLock'), { throwIfNoEntry: false });
    return lock !== undefined || existsSync(join(userData, 'SingletonSocket'));
  } catch {
    return true;
  }
}

/**
 * Decides if this start may use the data folder. It needs both locks, if both can be created. The shell's lock notifies
 * the first instance of later ones, but can be lost or impossible. The folder's own lock is reliable, but carries no
 * message. `isTooLong`: the shell's lock would truncate this start's arguments, and the first instance would read
 * beyond their end.
 */
export function claimStart(
  folder: Pick<DataFolderLock, 'take' | 'release'>,
  shell: SingleInstanceLock,
  isTooLong = false,
): StartClaim {
  if (isTooLong) {
    const claim = folder.take(PATIENCE_MS);
    if (claim.kind !== 'owned') return claim;
    folder.release();
  }
  if (!shell.request()) {
    // If no instance can have the shell's lock, the folder's lock alone decides, and the owner is not notified.
    if (!shell.mayBeAnothers()) return folder.take(PATIENCE_MS);
    const claim = folder.take();
    if (claim.kind === 'taken') return { kind: 'handed-over' };
    // The folder is free, but the shell's lock is held: possibly by an older Dropslip, which has no folder lock.
    folder.release();
    return claim.kind === 'owned' ? { kind: 'taken' } : claim;
  }
  const claim = folder.take(PATIENCE_MS);
  // Only the owner of the data folder may receive later starts.
  if (claim.kind !== 'owned') shell.release();
  return claim;
}
