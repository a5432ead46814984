import { stat } from 'node:fs/promises';
import { inTime } from './in-time.ts';

/** `code`: as of a failed system call; `ENOTFILE` for what is neither file nor folder, `EMPTY` for a file without content. */
export type FileSize =
  | { readonly ok: true; readonly size: number }
  | { readonly ok: false; readonly code: string; readonly detail: string };

/**
 * The size of a file or folder in bytes, before it is opened: opening a named pipe may wait for ever, in a thread that
 * then keeps the app from ending. An empty file is not to be opened at all: there is nothing in it to compare, and it may
 * be the data folder's lock, which this process would lose by closing it (`storage/data-folder-lock.ts`). Never rejects.
 */
export async function fileSize(path: string): Promise<FileSize> {
  try {
    const found = await inTime(stat(path));
    if (found.isFile() && found.size === 0) return { ok: false, code: 'EMPTY', detail: 'The file is empty.' };
    if (found.isFile() || found.isDirectory()) return { ok: true, size: found.size };
    return { ok: false, code: 'ENOTFILE', detail: 'This is a pipe or a device.' };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
    return { ok: false, code, detail: String(error) };
  }
}
