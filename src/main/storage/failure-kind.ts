/** What kept SQLite from doing something: `damaged` files are set aside, `locked` ones are waited for, `full` ones too. */
export type StorageFailureKind = 'damaged' | 'locked' | 'disk' | 'other';

// sqlite.org/rescode.html: the low byte of an extended result code is its primary code.
const primaryCodes: Readonly<Record<number, StorageFailureKind>> = {
  5: 'locked', // BUSY
  6: 'locked', // LOCKED
  8: 'disk', // READONLY
  10: 'disk', // IOERR
  11: 'damaged', // CORRUPT
  13: 'disk', // FULL
  14: 'disk', // CANTOPEN
  26: 'damaged', // NOTADB
};

export function storageFailureKind(error: unknown): StorageFailureKind {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return 'other';
  return primaryCodes[error.errcode & 0xff] ?? 'other';
}
