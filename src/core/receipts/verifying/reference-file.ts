import { Worker } from 'node:worker_threads';
import { failure, type Result } from '../../../shared/failures/failure.ts';
import type { FileThreads } from '../../files/index.ts';
import { LARGEST_MANIFEST_BYTES } from '../../manifest/index.ts';
import { LARGEST_FILE_BYTES } from '../read-receipt.ts';
import { type Reference, readReferenceBytes } from './read-reference.ts';

/** One receipt takes a few thousand bytes, and less time than a thread needs to start. */
const READ_HERE_BYTES = 64 * 1024;
/** Megabytes: ten thousand receipts take a tenth of it, a million parts half. */
const limits = { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 32 };

let script = new URL('./reference-worker.ts', import.meta.url);

/** Says where the built worker lies. Until then it runs from its source. */
export function readReceiptsIn(worker: URL): void {
  script = worker;
}

/**
 * Reads a file as a receipt, as several in one, or as a manifest: a large one in a thread of its own, whose end is that of
 * nothing else. Errors: `receipt-unreadable`, and those of `readReferenceBytes`.
 */
export async function readReferenceFile(files: FileThreads, path: string): Promise<Result<Reference>> {
  const small = await files.read(path, 'follow', LARGEST_FILE_BYTES);
  const isLarge = small.kind === 'unreadable' && small.code === 'EFBIG';
  const read = isLarge ? await files.read(path, 'follow', LARGEST_MANIFEST_BYTES) : small;
  if (read.kind === 'content') {
    return read.bytes.length <= READ_HERE_BYTES ? readReferenceBytes(read.bytes) : readBeside(read.bytes);
  }
  if (read.code === 'ENOTFILE' || read.code === 'EISDIR') return failure({ code: 'not-a-receipt' });
  if (read.code === 'EFBIG') return failure({ code: 'receipt-too-large' });
  return failure({ code: 'receipt-unreadable', detail: read.detail });
}

async function readBeside(bytes: Uint8Array<ArrayBuffer>): Promise<Result<Reference>> {
  const { promise, resolve } = Promise.withResolvers<Result<Reference>>();
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
