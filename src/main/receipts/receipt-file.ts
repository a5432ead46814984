import { Worker } from 'node:worker_threads';
import type { Receipt } from '../../shared/bridge/receipts.ts';
import { failure, type Result } from '../../shared/failures/failure.ts';
import type { FileThreads } from '../files/index.ts';
import { LARGEST_FILE_BYTES, readReceiptBytes } from './read-receipt.ts';

/** One receipt takes a few thousand bytes, and less time than a thread needs to start. */
const READ_HERE_BYTES = 64 * 1024;
/** Megabytes: ten thousand receipts take a fifth of it. */
const limits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 32 };

let script = new URL('./receipt-worker.ts', import.meta.url);

/** Says where the built worker lies. Until then it runs from its source. */
export function readReceiptsIn(worker: URL): void {
  script = worker;
}

/**
 * Reads a file as a receipt, or as several in one: a large one in a thread of its own, whose end is that of nothing else.
 * Errors: `receipt-unreadable`, and those of `readReceiptBytes`.
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
  const { promise, resolve } = Promise.withResolvers<Result<readonly Receipt[]>>();
  const worker = new Worker(script, { resourceLimits: limits });
  worker.unref();
  worker.on('message', resolve);
  const died = (detail: string): void => resolve(failure({ code: 'not-a-receipt', detail }));
  worker.on('error', (error) => died(String(error)));
  worker.on('exit', (code) => died(`The thread that read it ended with ${code}.`));
  worker.postMessage(bytes, [bytes.buffer]);
  const result = await promise;
  void worker.terminate();
  return result;
}
