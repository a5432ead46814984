import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';

/** A file that the window may download, once. */
type OfferedFile = { readonly file: string; readonly fileName: string; readonly type: string };

const PIECE_BYTES = 1024 * 1024;
/** The window takes what it asked for at once: older files are wanted by nobody, and must not fill the disk. */
const MOST_OFFERED = 4;

/** Files that were written to be saved by the person: each has an address of the app's own until it is taken. */
export class OfferedFiles {
  readonly #offered = new Map<string, OfferedFile>();

  /** The path under which the window downloads it. */
  offer(file: OfferedFile): string {
    const path = `/exports/${randomUUID()}`;
    this.#offered.set(path, file);
    for (const [oldest, { file: unwanted }] of this.#offered) {
      if (this.#offered.size <= MOST_OFFERED) break;
      this.#offered.delete(oldest);
      void rm(unwanted, { force: true }).catch(() => undefined);
    }
    return path;
  }

  /** The answer to a request for a path; null when nothing is offered there. The file is gone once it was read. */
  take(path: string): Response | null {
    const found = this.#offered.get(path);
    if (found === undefined) return null;
    this.#offered.delete(path);
    return new Response(readOnce(found.file), {
      headers: {
        'content-type': found.type,
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(found.fileName)}`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    });
  }
}

/** A file's bytes, piece by piece as they are wanted; the file is removed at their end, or when nobody wants them. */
function readOnce(path: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  let file: FileHandle | null = null;
  const end = async (): Promise<void> => {
    await file?.close();
    await rm(path, { force: true });
  };
  return new ReadableStream({
    async pull(controller) {
      file ??= await open(path, 'r');
      const { bytesRead, buffer } = await file.read(new Uint8Array(PIECE_BYTES), 0, PIECE_BYTES);
      if (bytesRead > 0) {
        controller.enqueue(buffer.subarray(0, bytesRead));
        return;
      }
      await end();
      controller.close();
    },
    cancel: end,
  });
}
