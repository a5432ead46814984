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
  /** Where it is cut into parts. */
  readonly cuts: (row: StoredSubmission) => Cuts;
  /** Bytes of all that its manifest lists, at most. */
  readonly entryBytes: (row: StoredSubmission) => number;
  /** What names its parts, once it was prepared; the same bytes each time. */
  readonly manifest: (row: StoredSubmission, parts: Iterable<ManifestPart>) => Uint8Array<ArrayBuffer>;
};

/** How a stream is cut into parts: where the one that begins at `at` ends, with at most `partSize` bytes. */
export type Cuts = {
  readonly size: number;
  readonly endFrom: (at: number, partSize: number) => number;
  /** How many parts that makes of a range of it, or of all. */
  readonly count: (partSize: number, from?: number, to?: number) => number;
};

/** Wherever a part is full. */
export function plainCuts(size: number): Cuts {
  return {
    size,
    endFrom: (at, partSize) => Math.min(at + partSize, size),
    count: (partSize, from = 0, to = size) => Math.ceil((to - from) / partSize),
  };
}

/** Each file of a folder begins a part of its own. `sizes`: of its files, in the order of the stream. */
export function cutsAtFiles(sizes: Iterable<number>): Cuts {
  const ends = endsOf(sizes);
  const size = ends.at(-1) ?? 0;
  return {
    size,
    endFrom: (at, partSize) => Math.min(at + partSize, ends[fileAt(ends, at)] ?? size),
    count: (partSize, from = 0, to = size) => {
      let parts = 0;
      let begin = from;
      for (let file = fileAt(ends, from); begin < to; file += 1) {
        const end = Math.min(ends[file] ?? to, to);
        parts += Math.ceil((end - begin) / partSize);
        begin = end;
      }
      return parts;
    },
  };
}

/** Where each file ends; those without a byte are in no part. */
function endsOf(sizes: Iterable<number>): Float64Array {
  const ends: number[] = [];
  let end = 0;
  for (const size of sizes) {
    if (size === 0) continue;
    end += size;
    ends.push(end);
  }
  return Float64Array.from(ends);
}

/** The first that ends behind `at`. */
function fileAt(ends: Float64Array, at: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
