import type { Failure } from '../../../shared/failures/failure.ts';
import type { DigestEnd, Slice } from '../../digests/index.ts';
import type { ManifestPart } from '../../manifest/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionPatch } from '../journal/submission-cache.ts';

/** The result of a range read. `failed` has the reason `file-changed` if the file is not the prepared one. */
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

/** The result of `prepare`. */
export type PrepareEnd =
  | DigestEnd
  | { readonly kind: 'cancelled' }
  | {
      readonly kind: 'prepared';
      readonly keccak256: string | null;
      readonly blake2b256: string;
      readonly sha256: string;
      /** Changes to the row. They must be on the disk before any byte of it is submitted. */
      readonly patch?: SubmissionPatch;
    }
  | { readonly kind: 'failed'; readonly reason: Failure };

/** The byte stream of a row. The stream stays the same from `prepare` to its last slice. */
export type ContentSource = {
  /** Reads the whole stream once and computes its digests. Never rejects. */
  readonly prepare: (
    row: StoredSubmission,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<PrepareEnd>;
  /** Reads a range of the stream and fails if the content is not the prepared one. Never rejects. */
  readonly read: (row: StoredSubmission, range: Slice, signal: AbortSignal) => Promise<SliceEnd>;
  /** The maximum size in bytes of the file and folder entries in the manifest. */
  readonly entryBytes: (row: StoredSubmission) => number;
  /** Returns the manifest that lists the parts. Call after `prepare`. The same input gives the same bytes. */
  readonly manifest: (row: StoredSubmission, parts: Iterable<ManifestPart>) => Uint8Array<ArrayBuffer>;
};
