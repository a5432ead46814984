import type { Receipt } from '../../shared/bridge/receipts.ts';
import { failure, type Result } from '../../shared/failures/failure.ts';
import type { FileThreads } from '../files/index.ts';
import { askOnce, ThreadEnded, transfer } from '../threads.ts';
import { LARGEST_FILE_BYTES, readReceiptBytes } from './receipt.ts';

/** A receipt has a few thousand bytes. Reading it takes less time than starting a thread. */
const READ_HERE_BYTES = 64 * 1024;
/** Several times what ten thousand receipts need, in megabytes. */
const limits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 32 };

let script = new URL('./reference-worker.ts', import.meta.url);

/** Sets the path of the built worker. The default is its source. */
export function readReceiptsIn(worker: URL): void {
  script = worker;
}

/**
 * Reads a file as one or more receipts. Reads large files in a separate thread, which may run out of memory without
 * effect on the app. Errors: `receipt-unreadable`, and those of `readReceiptBytes`.
 */
export async function readReceiptFile(files: FileThreads, path: string): Promise<Result<readonly Receipt[]>> {
  const read = await files.read(path, 'follow', LARGEST_FILE_BYTES);
  if (read.kind === 'content') {
    return read.bytes.length <= READ_HERE_BYTES ? readReceiptBytes(read.bytes) : readBeside(read.bytes);
  }
  if (read.code === 'ENOTFILE' || read.code === 'EISDIR') return failure({ code: 'not-a-receipt' });
  if (read.code === 'EFBIG') return failure({ code: 'receipt-too-large' });
  return failure({ code: 'receipt-unreadable', detail: read.detail });
}

async function readBeside(bytes: Uint8Array<ArrayBuffer>): Promise<Result<readonly Receipt[]>> {
  try {
    return await askOnce<{ read: typeof readReceiptBytes }, Promise<Result<readonly Receipt[]>>>(
      script,
      { limits },
      async (reader) => reader.read(transfer(bytes, [bytes.buffer])),
    );
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    return failure({ code: 'not-a-receipt', detail: error.message });
  }
}
