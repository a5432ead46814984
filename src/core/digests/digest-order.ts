import type { Links } from '../files/index.ts';

/** Keccak-256 takes longer than the other two together, so it is optional. */
export type DigestsToMake = 'all' | 'no-keccak';

/** A byte range of a file. */
export type Slice = { readonly offset: number; readonly size: number };

export type DigestOrder = {
  readonly path: string;
  readonly links: Links;
  /** The thread does not read a longer file, and answers `larger`. */
  readonly mostBytes: number;
  /** Null for the whole file. Bytes are digested without a file. */
  readonly slice: Slice | Uint8Array<ArrayBuffer> | null;
  readonly make: DigestsToMake;
};

export type Digested = {
  readonly kind: 'digested';
  /** Lower-case hex with `0x`; `keccak256` is null if it was not requested. */
  readonly keccak256: string | null;
  readonly blake2b256: string;
  readonly sha256: string;
  /** The number of bytes that were read. */
  readonly size: number;
  /** The size of the whole file or of the given bytes. */
  readonly fileSize: number;
  readonly mtimeNs: string;
  /** If `ctimeNs` and `inode` are unchanged, nobody has written to the file. */
  readonly ctimeNs: bigint;
  readonly inode: bigint;
  /** The content of a small file or of a slice, so that it need not be read again; otherwise null. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  /** True if another program wrote to the file during the reading, which makes the digests useless. */
  readonly changedMeanwhile: boolean;
};

export type DigestAnswer =
  | Digested
  | { readonly kind: 'larger'; readonly bytes: number }
  | { readonly kind: 'unreadable'; readonly code: string; readonly detail: string }
  | { readonly kind: 'cancelled' };

/** Posted for each piece of a large file. `at`: the index of the order. */
export type DigestProgress = { readonly at: number; readonly done: number };

/**
 * Indexes of the shared numbers: first the index of the current order, then one flag for each order that is 1 if it was
 * cancelled.
 */
export const CURRENT = 0;
export const CANCELLED = 1;
