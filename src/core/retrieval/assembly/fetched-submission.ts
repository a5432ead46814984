import type { FileDigests } from '../../../shared/bridge/receipts.ts';
import { originalFs } from '../../files/index.ts';
import { isManifest } from '../../manifest/index.ts';

const { readSync } = originalFs;

/** What the bytes of a submission turned out to be. */
export type FetchedSubmission = {
  readonly size: number;
  readonly digests: FileDigests;
  readonly looks: 'manifest' | 'age' | 'other';
};

const PIECE_BYTES = 1024 * 1024;
const AGE_BEGINNING = 'age-encryption.org/v1\n';
const HEAD_BYTES = 256;

/** A whole file, piece by piece: each is the caller's until the next. */
export function* piecesOf(descriptor: number): Generator<Uint8Array> {
  const piece = new Uint8Array(PIECE_BYTES);
  for (let position = 0; ; ) {
    const read = readSync(descriptor, piece, 0, PIECE_BYTES, position);
    if (read === 0) return;
    position += read;
    yield piece.subarray(0, read);
  }
}

/** By its beginning. */
export function looksOf(descriptor: number): FetchedSubmission['looks'] {
  const head = new Uint8Array(HEAD_BYTES);
  const read = readSync(descriptor, head, 0, HEAD_BYTES, 0);
  const bytes = head.subarray(0, read);
  if (isManifest(bytes)) return 'manifest';
  return Buffer.from(bytes).toString('latin1').startsWith(AGE_BEGINNING) ? 'age' : 'other';
}
