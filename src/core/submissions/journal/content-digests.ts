import type { StoredSubmission } from './submission.ts';

/** Digests of the bytes of a submission, lower-case hex with `0x`. */
export type ContentDigests = Pick<StoredSubmission, 'keccak256' | 'blake2b256' | 'sha256'>;

/** What is to be known of the bytes, while nobody has read them or what was read is void. */
export const noDigests = { keccak256: null, blake2b256: null, sha256: null } as const satisfies ContentDigests;

type DataHashes = Pick<ContentDigests, 'keccak256' | 'blake2b256'>;

/**
 * What a service may give as the `data_hash` of these bytes: BLAKE2b-256 or, in older records, Keccak-256. The latter is not
 * made where it is not needed.
 */
export function dataHashesOf({ keccak256, blake2b256 }: DataHashes): readonly string[] {
  return [blake2b256, keccak256].filter((hash) => hash !== null);
}

/** What bytes are known by; null before they were read. Of rows from before BLAKE2b-256 was made there is only Keccak-256. */
export function contentHashOf({ keccak256, blake2b256 }: DataHashes): string | null {
  return blake2b256 ?? keccak256;
}

/** Whether two submissions are known to have the same bytes. */
export function haveSameBytes(one: DataHashes, other: DataHashes): boolean {
  const hashes = dataHashesOf(one);
  return dataHashesOf(other).some((hash) => hashes.includes(hash));
}

/** In SQL: the ids of an account's (`?1`) submissions with a BLAKE2b-256 (`?2`) or a Keccak-256 (`?3`). */
export const idsWithBytes = `
  SELECT id FROM submissions INDEXED BY submissions_by_blake2b256 WHERE account_id = ?1 AND blake2b256 = ?2
  UNION
  SELECT id FROM submissions INDEXED BY submissions_by_keccak256 WHERE account_id = ?1 AND keccak256 = ?3`;
