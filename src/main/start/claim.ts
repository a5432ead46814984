import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFolderClaim, DataFolderLock } from '../../core/storage/index.ts';

/** How long an app that is just ending may keep its data folder, in milliseconds. Ending takes a few seconds at worst. */
const PATIENCE_MS = 5_000;

/** `handed-over`: another app has the data folder and has been told of this start. */
export type StartClaim = DataFolderClaim | { readonly kind: 'handed-over' };

/** Electron's single-instance lock. `request` is false when another instance has it and was told, or when none can be made. */
export type SingleInstanceLock = {
  readonly request: () => boolean;
  readonly release: () => void;
  /** Told apart after a request in vain: whether another instance may have it. Else it cannot be made at all. */
  readonly mayBeAnothers: () => boolean;
};

/**
 * Whether another instance may have the shell's lock of a data folder. Chromium's is a link there, with another one to the
 * socket where the instance is told of later ones; on a drive without links, or without a folder for the socket, there is
 * neither. Windows has no such trouble, and no such links.
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
 * Whether this start may work on the data folder. Both locks must say so, where both can be made: the shell's lets the
 * first instance hear of the later ones, but can be lost or unmakeable; the data folder's own cannot, but carries no word.
 * `isTooLong`: the shell's lock would carry this start's arguments to the first instance cut off, which then reads beyond them.
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
    // Where nobody can have the shell's lock, the data folder's decides alone, and who is refused was told to nobody.
    if (!shell.mayBeAnothers()) return folder.take(PATIENCE_MS);
    const claim = folder.take();
    if (claim.kind === 'taken') return { kind: 'handed-over' };
    // Nobody has the folder and yet somebody has the shell's lock: perhaps an older Dropslip, which knows no other.
    folder.release();
    return claim.kind === 'owned' ? { kind: 'taken' } : claim;
  }
  const claim = folder.take(PATIENCE_MS);
  // The owner of the data folder is the one who is to hear of later starts.
  if (claim.kind !== 'owned') shell.release();
  return claim;
}
