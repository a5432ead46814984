import { type DataFolderClaim, NO_FILE, storageFailureKind } from '../../core/storage/index.ts';
import type { StartRefusal, Unwritable } from '../../shared/messages/start.ts';

type Impossible = Omit<Extract<DataFolderClaim, { kind: 'impossible' }>, 'kind'>;

/** Nothing can be written in the data folder. */
export function unwritable(folder: string, { code, detail }: Impossible): StartRefusal {
  return { code: 'unwritable', folder, why: whyUnwritable(code), detail };
}

/** The start threw, whatever it was. */
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

/** By codes of the system, and by numbers of SQLite (13 is FULL). */
const reasons: ReadonlyMap<string, Unwritable> = new Map([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['13', 'full'],
  ['EROFS', 'write-protected'],
  [NO_FILE, 'no-file'],
  ['EACCES', 'forbidden'],
  ['EPERM', 'forbidden'],
]);

/** Under a folder that cannot be written, Node says of a new one not that it may not be made, but that it is not there. */
function isFolderMissing(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'mkdir';
}

/** SQLite's number says more than the one code that Node has for all of them. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  if ('errcode' in error && typeof error.errcode === 'number') return `${error.errcode & 0xff}`;
  return 'code' in error ? String(error.code) : 'UNKNOWN';
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
