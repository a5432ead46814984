import type { UpdateFailureCode } from '../../shared/bridge/app/updates.ts';

/** By the codes of electron-updater, of Node and of the system. */
const codes: ReadonlyMap<string, UpdateFailureCode> = new Map([
  ['ERR_LEADS_ELSEWHERE', 'leads-elsewhere'],
  ['ERR_TOO_MUCH', 'unreadable'],
  ['ERR_CHECKSUM_MISMATCH', 'not-intact'],
  ['ERR_UPDATER_INVALID_SIGNATURE', 'not-signed'],
  ['ENOSPC', 'no-room'],
  ['EDQUOT', 'no-room'],
  ['EACCES', 'not-writable'],
  ['EPERM', 'not-writable'],
  ['EROFS', 'not-writable'],
]);

/** What to tell the person of what electron-updater threw. */
export function updateFailureOf(error: unknown, during: 'check' | 'download' | 'install'): UpdateFailureCode {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = codes.get(code);
  if (known !== undefined) return known;
  if (code.startsWith('ERR_UPDATER_')) return 'unreadable';
  if (during !== 'install' && isOfTheWay(code, error)) return 'unreachable';
  // Of a check, what fails besides is an answer that nobody can read.
  return during === 'check' ? 'unreadable' : 'other';
}

/** Node and the system give what is of the way a code; electron-updater gives it words. */
function isOfTheWay(code: string, error: unknown): boolean {
  if (code !== '') return true;
  return error instanceof Error && /timed out|was ended|aborted|, status \d{3}/i.test(error.message);
}
