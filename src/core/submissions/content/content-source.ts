import type { Failure } from '../../../shared/failures/failure.ts';
import type { DigestEnd, Slice } from '../../digests/index.ts';
import type { ManifestPart } from '../../manifest/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionPatch } from '../journal/submission-cache.ts';

/** What was read of a stream. `failed`: `file-changed` where it is not any more what was prepared. */
export type SliceEnd =
  | {
      readonly kind: 'read';
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly keccak256: string | null;
      readonly blake2b256: string;
      readonly sha256: string;
    }
  | { readonly kind: 'failed'; readonly reason: Failure }
  | { readonly kind: 'cancelled' };

/** What became of a reading: of one file, or of more than one, which were held against what they are to be. */
export type PrepareEnd =
  | DigestEnd
  | { readonly kind: 'cancelled' }
  | {
      readonly kind: 'prepared';
      readonly keccak256: string | null;
      readonly blake2b256: string;
      readonly sha256: string;
      /** What else is known of the row from here on, which must be on the disk before any of it goes. */
      readonly patch?: SubmissionPatch;
    }
  | { readonly kind: 'failed'; readonly reason: Failure };

/** Where the bytes of a row come from: its stream, which is the same from its preparing to its last slice. */
export type ContentSource = {
  /** Reads the stream once, for its digests. Never rejects. */
  readonly prepare: (
    row: StoredSubmission,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<PrepareEnd>;
  /** Reads a range of it, held against what was prepared. Never rejects. */
  readonly read: (row: StoredSubmission, range: Slice, signal: AbortSignal) => Promise<SliceEnd>;
  /** Bytes of all that its manifest lists, at most. */
  readonly entryBytes: (row: StoredSubmission) => number;
  /** What names its parts, once it was prepared; the same bytes each time. */
  readonly manifest: (row: StoredSubmission, parts: Iterable<ManifestPart>) => Uint8Array<ArrayBuffer>;
};
