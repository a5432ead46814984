import type { DataFolderClaim, DataFolderLock } from '../../core/storage/index.ts';

/** Milliseconds that a closing app may keep its data folder. Closing takes a few seconds at most. */
const PATIENCE_MS = 5_000;

/** `handed-over`: another instance has the data folder and knows of this start. */
export type StartClaim = DataFolderClaim | { readonly kind: 'handed-over' };

/**
 * Electron's single-instance lock. `request` returns false if another instance has the lock and was notified. It also
 * returns false on a drive on which no lock can be created; a second start then ends without a word.
 */
export type SingleInstanceLock = {
  readonly request: () => boolean;
  readonly release: () => void;
};

/**
 * Decides if this start may use the data folder. Only the folder's own lock decides that. The shell's lock notifies the
 * first instance of later ones, but can be lost or impossible. `isTooLong`: it would truncate this start's arguments,
 * and the first instance would read beyond their end.
 */
export function claimStart(take: DataFolderLock['take'], shell: SingleInstanceLock, isTooLong = false): StartClaim {
  let claim = take();
  if (claim.kind === 'taken') {
    if (!isTooLong && !shell.request()) return { kind: 'handed-over' };
    claim = take(PATIENCE_MS);
  }
  // Only the owner of the data folder may receive later starts.
  if (claim.kind === 'owned') shell.request();
  else shell.release();
  return claim;
}
