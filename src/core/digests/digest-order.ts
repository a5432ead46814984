import type { Links } from '../files/index.ts';

/** Keccak-256 takes longer than the two others together, and is left out where nobody asks for it. */
export type DigestsToMake = 'all' | 'no-keccak';

/** Bytes of a file: where they begin, and how many. */
export type Slice = { readonly offset: number; readonly size: number };

export type DigestOrder = {
  readonly path: string;
  readonly links: Links;
  /** The thread does not read a longer file, but answers with `larger`. */
  readonly mostBytes: number;
  /** Null for the whole file; bytes at hand are digested without a file. */
  readonly slice: Slice | Uint8Array<ArrayBuffer> | null;
  readonly make: DigestsToMake;
};

export type Digested = {
  readonly kind: 'digested';
  /** Lower-case hex with `0x`; `keccak256` is null if it was not to be made. */
  readonly keccak256: string | null;
  readonly blake2b256: string;
  readonly sha256: string;
  /** Of what was read. */
  readonly size: number;
  /** Of the whole file; for bytes at hand the same as theirs. */
  readonly fileSize: number;
  readonly mtimeNs: string;
  /** If the file's last change of any kind and its number are the same, nobody wrote to it. */
  readonly ctimeNs: bigint;
  readonly inode: bigint;
  /** All that was read of a small file or of a slice, so that it need not be read again; else null. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  /** Another program wrote to the file while it was read: the digest belongs to nothing. */
  readonly changedMeanwhile: boolean;
};

export type DigestAnswer =
  | Digested
  | { readonly kind: 'larger'; readonly bytes: number }
  | { readonly kind: 'unreadable'; readonly code: string; readonly detail: string }
  | { readonly kind: 'cancelled' };

/** Posted for each piece of a file that is read in pieces. `at`: its place among the orders. */
export type DigestProgress = { readonly at: number; readonly done: number };

/** Shared numbers: at which order the thread is, and then for each order whether it was cancelled. */
export const CURRENT = 0;
export const CANCELLED = 1;
