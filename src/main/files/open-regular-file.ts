import { type BigIntStats, closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';

/** `file`: its descriptor; null for an empty file, which stays closed. */
export type OpenedFile = { readonly file: number | null; readonly stats: BigIntStats };

/**
 * Opens what a person named, for reading, on the calling thread. Opening a pipe waits for ever for somebody who writes to
 * it, opening a device may do anything, and both give bytes without end: they are looked at first, opened without waiting,
 * and looked at again, since they may have taken the file's place in between. An empty file is not opened: there is nothing
 * in it, and it may be the data folder's lock, which this process would lose by closing it (`storage/data-folder-lock.ts`).
 * Throws with Node's error codes: `EISDIR` for a folder, `EFBIG` where its bytes cannot be counted, and `ENOTFILE`, their
 * kin, for what is no regular file.
 */
export function openRegularFile(path: string): OpenedFile {
  const seen = statSync(path, { bigint: true });
  refuseOthers(seen);
  if (seen.size === 0n) return { file: null, stats: seen };
  // Windows has no such flag, nor anything that needs it.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file, { bigint: true });
    refuseOthers(stats);
    return { file, stats };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function refuseOthers(stats: BigIntStats): void {
  if (stats.isFile() && stats.size <= BigInt(Number.MAX_SAFE_INTEGER)) return;
  if (stats.isFile()) throw Object.assign(new Error(`The file has ${stats.size} bytes.`), { code: 'EFBIG' });
  if (stats.isDirectory()) throw Object.assign(new Error('This is a folder.'), { code: 'EISDIR' });
  throw notAFileError();
}

export function notAFileError(): Error {
  return Object.assign(new Error('This is a pipe, a device or no file at all.'), { code: 'ENOTFILE' });
}
