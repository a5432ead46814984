import { type DataFolderClaim, storageFailureKind } from '../../core/storage/index.ts';
import type { StartRefusal } from '../../shared/messages/start.ts';

type Impossible = Omit<Extract<DataFolderClaim, { kind: 'impossible' }>, 'kind'>;

/** System error codes, and 13, SQLite's FULL. */
const full: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', '13']);
const unwritableCodes: ReadonlySet<string> = new Set([...full, 'EROFS', 'EACCES', 'EPERM', 'ENOTFILE']);

/** Returns the refusal if the data folder is not writable. */
export function unwritable(folder: string, { code, detail }: Impossible): StartRefusal {
  return { code: 'unwritable', folder, isFull: full.has(code), detail };
}

/** Returns the refusal after the start threw any error. */
export function failed(folder: string, error: unknown): StartRefusal {
  const [code, detail] = [codeOf(error), error instanceof Error ? error.message : String(error)];
  const kind = storageFailureKind(error);
  // Node reports a folder that cannot be created in a read-only folder as missing.
  const isFolderMissing = error instanceof Error && 'syscall' in error && error.syscall === 'mkdir';
  if (kind === 'disk' || unwritableCodes.has(code) || isFolderMissing) return unwritable(folder, { code, detail });
  return { code: 'failed', folder, isLocked: kind === 'locked', detail };
}

/** SQLite's number is more specific than Node's single code for its errors. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  if ('errcode' in error && typeof error.errcode === 'number') return `${error.errcode & 0xff}`;
  return 'code' in error ? String(error.code) : 'UNKNOWN';
}
