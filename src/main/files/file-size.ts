import type { FileTrouble } from './file-calls.ts';
import type { FileThreads } from './file-threads.ts';

/** `code`: as of `FileTrouble`, and `EMPTY` for a file without content. */
export type FileSize =
  | { readonly ok: true; readonly size: number }
  | { readonly ok: false; readonly code: string; readonly detail: string };

/** The size of a file or folder in bytes, links followed: what a person chose, before it is read. Never rejects. */
export async function fileSize(files: FileThreads, path: string): Promise<FileSize> {
  const found = await files.look(path, 'follow');
  switch (found.kind) {
    case 'unreadable':
      return refused(found);
    case 'file':
      if (!Number.isSafeInteger(found.size)) return { ok: false, code: 'EFBIG', detail: `About ${found.size} bytes.` };
      return found.size === 0 ? emptyFile : { ok: true, size: found.size };
    case 'folder':
      return { ok: true, size: found.size };
    default:
      return { ok: false, code: 'ENOTFILE', detail: 'This is a pipe or a device.' };
  }
}

const emptyFile = { ok: false, code: 'EMPTY', detail: 'The file is empty.' } as const;

function refused({ code, detail }: FileTrouble): FileSize {
  return { ok: false, code, detail };
}
