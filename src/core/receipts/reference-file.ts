import type { Receipt } from '../../shared/bridge/receipts.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { FileThreads } from '../files/index.ts';
import { isManifest, LARGEST_MANIFEST_BYTES, type Manifest, readManifest } from '../manifest/index.ts';
import { askOnce, ThreadEnded, transfer } from '../threads.ts';
import { LARGEST_FILE_BYTES, readReceiptBytes } from './receipt.ts';

/** A receipt has a few thousand bytes. Reading it takes less time than starting a thread. */
const READ_HERE_BYTES = 64 * 1024;
/** Megabytes: ten thousand receipts need a tenth of it, a million parts half. */
const limits = { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 32 };

let script = new URL('./reference-worker.ts', import.meta.url);

/** Sets the path of the built worker. The default is its source. */
export function readReceiptsIn(worker: URL): void {
  script = worker;
}

/**
 * Reads a file as a receipt, as several receipts, or as a manifest. Reads large files in a separate thread, which may
 * run out of memory without effect on the app. Errors: `receipt-unreadable`, and those of `readReferenceBytes`.
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
  try {
    return await askOnce<{ read: typeof readReferenceBytes }, Promise<Result<Reference>>>(
      script,
      { limits },
      async (reader) => reader.read(transfer(bytes, [bytes.buffer])),
    );
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    return failure({ code: 'not-a-receipt', detail: error.message });
  }
}

/** A manifest without its parts, of which there may be a million. */
export type ManifestReference = Omit<Manifest, 'parts'>;

/** The document that a file is compared with. */
export type Reference =
  | { readonly kind: 'receipts'; readonly receipts: readonly Receipt[] }
  | { readonly kind: 'manifest'; readonly manifest: ManifestReference };

/** Errors: those of `readReceiptBytes` and of `readManifest`, and `manifest-of-manifest` for one that names no file. */
export function readReferenceBytes(bytes: Uint8Array): Result<Reference> {
  if (!isManifest(bytes)) {
    const read = readReceiptBytes(bytes);
    return read.ok ? success({ kind: 'receipts', receipts: read.value }) : read;
  }
  const read = readManifest(bytes);
  if (!read.ok) return read;
  const { parts: _, ...manifest } = read.value;
  return manifest.kind === 'manifest'
    ? failure({ code: 'manifest-of-manifest' })
    : success({ kind: 'manifest', manifest });
}
