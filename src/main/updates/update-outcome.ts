import type { UpdateFailureCode } from '../../shared/bridge/updates.ts';

export type UpdateOutcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: UpdateFailureCode };

/** Bytes; `total` is null if the feed does not say it. */
export type DownloadProgress = { readonly received: number; readonly total: number | null };

/** By the codes of electron-updater, Node and the system. */
const failureCodes: ReadonlyMap<unknown, UpdateFailureCode> = new Map([
  ['ERR_CHECKSUM_MISMATCH', 'not-intact'],
  ['ERR_UPDATER_INVALID_SIGNATURE', 'not-signed'],
  ['ENOSPC', 'no-room'],
  ['EDQUOT', 'no-room'],
  ['EACCES', 'not-writable'],
  ['EPERM', 'not-writable'],
  ['EROFS', 'not-writable'],
]);

/** `otherwise`: for errors that have no code of their own here. */
export function updateFailureCode(error: unknown, otherwise: UpdateFailureCode): UpdateFailureCode {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (typeof code === 'string' && code.startsWith('ERR_UPDATER_') && !failureCodes.has(code)) return 'unreadable';
  return failureCodes.get(code) ?? otherwise;
}
