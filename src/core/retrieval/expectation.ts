import { z } from 'zod';
import type { DigestName, FileDigests } from '../../shared/bridge/receipts.ts';
import type { RetrievalProof } from '../../shared/bridge/retrieval.ts';

const digest = z.string().nullable();
const digests = z.object({ keccak256: digest, blake2b256: digest, sha256: digest });

/**
 * What the bytes are to be. `digests`: of the file as Dropslip read it, or as a receipt has it; of what is in parts that is
 * the whole, of what is alone the submission itself. `sent`: of what went out under the id in the file's place, its manifest
 * or the file encrypted; null where that is not known, or was the file. `dataHash`: that of the service's record, of the
 * submission.
 */
export const expectation = z.object({
  by: z.enum(['file', 'receipt']).nullable(),
  size: z.number().nullable(),
  digests,
  sent: digests.nullable().default(null),
  dataHash: digest,
  /** A person's word is all that says that the id is the file's: there may be other bytes under it. */
  isVouched: z.boolean().default(false),
});
export type Expectation = z.output<typeof expectation>;

export const nothingKnown: Expectation = {
  by: null,
  size: null,
  digests: { keccak256: null, blake2b256: null, sha256: null },
  sent: null,
  dataHash: null,
  isVouched: false,
};

/**
 * How bytes of a submission stand to what is expected: proven, and by what; `other`, where something that should fit does not;
 * `unknown`, where there is nothing to hold them against; `other-hash`, where there is only the hash of the service's record,
 * which is of other bytes. That proves nothing: a service that encrypts what it is given has the hash of what came of it.
 */
export type Standing = RetrievalProof | 'other' | 'unknown' | 'other-hash';

/** Whether bytes are what Dropslip itself read, now or for a receipt: of that the service cannot have made anything else. */
export function isOwnProof(standing: Standing): boolean {
  return standing === 'file' || standing === 'receipt';
}

/**
 * Of the bytes that were submitted as one. What is known of the file, and of what went out in its place, comes before the
 * service's record: bytes that the service changed before it took their hash fit that hash.
 */
export function standingOf(expected: Expectation, actual: FileDigests): Standing {
  const { by, digests, dataHash, isVouched } = expected;
  if (by !== null && (isOneOf(digests, actual) || isSentInstead(expected, actual))) return by;
  if (isOwn(expected) && (!isVouched || dataHash === null)) return 'other';
  return standingByRecord(expected, actual);
}

/** Whether they are what went out in the file's place. */
export function isSentInstead({ sent }: Expectation, actual: FileDigests): boolean {
  return sent !== null && isOneOf(sent, actual);
}

/** By the service's record alone. What rests on a person's word fits neither what Dropslip sent nor the record then. */
export function standingByRecord({ dataHash, isVouched }: Expectation, actual: FileDigests): Standing {
  if (dataHash === null) return 'unknown';
  if (dataHash === actual.blake2b256 || dataHash === actual.keccak256) return 'record';
  return isVouched ? 'other' : 'other-hash';
}

/**
 * Of what was put together of parts, or came out of an encryption: only what was read of the file says something of that.
 * SHA-256 alone is made of all of it; what a manifest says beside that is held against nothing.
 */
export function standingOfContent({ by, digests }: Expectation, sha256: string | null): Standing {
  if (by === null || digests.sha256 === null || sha256 === null) return 'unknown';
  return digests.sha256 === sha256 ? by : 'other';
}

/** Whether a digest that both have is the same: each of them alone says that the bytes are. */
function isOneOf(expected: Expectation['digests'], actual: FileDigests): boolean {
  return names.some((name) => expected[name] !== null && expected[name] === actual[name]);
}

/** Whether something is known of them that does not come from the service. */
export function isOwn({ by, digests, sent }: Expectation): boolean {
  return by !== null && (hasAny(digests) || sent !== null);
}

export function hasAny(digests: Expectation['digests']): boolean {
  return names.some((name) => digests[name] !== null);
}

const names = ['keccak256', 'blake2b256', 'sha256'] as const satisfies readonly DigestName[];
