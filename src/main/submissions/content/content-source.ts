import type { Failure } from '../../../shared/failures/failure.ts';
import type { DigestEnd, Slice } from '../../digests/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';

/** What was read of a stream. `failed`: `file-changed` where it is not any more what was prepared. */
export type SliceEnd =
  | {
      readonly kind: 'read';
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly keccak256: string;
      readonly blake2b256: string;
      readonly sha256: string;
    }
  | { readonly kind: 'failed'; readonly reason: Failure }
  | { readonly kind: 'cancelled' };

/** Where the bytes of a row come from: its stream, which is the same from its preparing to its last slice. */
export type ContentSource = {
  /** Reads the stream once, for its digests. Never rejects. */
  readonly prepare: (
    row: StoredSubmission,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<DigestEnd>;
  /** Reads a range of it, held against what was prepared. Never rejects. */
  readonly read: (row: StoredSubmission, range: Slice, signal: AbortSignal) => Promise<SliceEnd>;
};
