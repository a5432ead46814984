import { type DataFolderClaim, NO_FILE, storageFailureKind } from '../../core/storage/index.ts';
import type { StartRefusal, Unwritable } from '../../shared/messages/start.ts';

type Impossible = Omit<Extract<DataFolderClaim, { kind: 'impossible' }>, 'kind'>;

/** Returns the refusal if the data folder is not writable. */
export function unwritable(folder: string, { code, detail }: Impossible): StartRefusal {
  return { code: 'unwritable', folder, why: whyUnwritable(code), detail };
}

/** Returns the refusal after the start threw any error. */
export function failed(folder: string, error: unknown): StartRefusal {
  const [code, detail] = [codeOf(error), textOf(error)];
  const kind = storageFailureKind(error);
  if (kind === 'disk' || whyUnwritable(code) !== 'other' || isFolderMissing(error)) {
    return unwritable(folder, { code, detail });
  }
  return { code: 'failed', folder, isLocked: kind === 'locked', detail };
}

function whyUnwritable(code: string): Unwritable {
  return reasons.get(code) ?? 'other';
}

/** By system error codes, and by SQLite result codes (13 is FULL). */
const reasons: ReadonlyMap<string, Unwritable> = new Map([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['13', 'full'],
  ['EROFS', 'write-protected'],
  [NO_FILE, 'no-file'],
  ['EACCES', 'forbidden'],
  ['EPERM', 'forbidden'],
]);

/** Node reports a folder that cannot be created in a read-only folder as missing. */
function isFolderMissing(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'mkdir';
}

/** SQLite's number is more specific than Node's single code for its errors. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  if ('errcode' in error && typeof error.errcode === 'number') return `${error.errcode & 0xff}`;
  return 'code' in error ? String(error.code) : 'UNKNOWN';
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
