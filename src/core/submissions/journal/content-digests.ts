import type { StoredSubmission } from './submission.ts';

/** Digests of the bytes of a submission, lower-case hex with `0x`. */
export type ContentDigests = Pick<StoredSubmission, 'keccak256' | 'blake2b256' | 'sha256'>;

/** The digests of bytes that were not read, or have changed since. */
export const noDigests = { keccak256: null, blake2b256: null, sha256: null } as const satisfies ContentDigests;

type DataHashes = Pick<ContentDigests, 'keccak256' | 'blake2b256'>;

/** The known hashes that a service may give as `data_hash`: BLAKE2b-256 or, in older records, Keccak-256. */
export function dataHashesOf({ keccak256, blake2b256 }: DataHashes): readonly string[] {
  return [blake2b256, keccak256].filter((hash) => hash !== null);
}

/** A hash that identifies the bytes; null if they were not read. Old rows have only a Keccak-256. */
export function contentHashOf({ keccak256, blake2b256 }: DataHashes): string | null {
  return blake2b256 ?? keccak256;
}

/** True if two submissions are known to have the same bytes. */
export function haveSameBytes(one: DataHashes, other: DataHashes): boolean {
  const hashes = dataHashesOf(one);
  return dataHashesOf(other).some((hash) => hashes.includes(hash));
}
