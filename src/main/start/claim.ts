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
 * Decides if this start may use the data folder. Only the folder's own lock decides that. The shell's lock notifies the
 * first instance of later ones, but can be lost or impossible. `isTooLong`: it would truncate this start's arguments,
 * and the first instance would read beyond their end.
 */
export function claimStart(take: DataFolderLock['take'], shell: SingleInstanceLock, isTooLong = false): StartClaim {
  let claim = take();
  if (claim.kind === 'taken') {
    if (!isTooLong && !shell.request() && shell.mayBeAnothers()) return { kind: 'handed-over' };
    claim = take(PATIENCE_MS);
  }
  // Only the owner of the data folder may receive later starts.
  if (claim.kind === 'owned') shell.request();
  else shell.release();
  return claim;
}
