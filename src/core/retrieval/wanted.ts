import { z } from 'zod';
import type { Account } from '../../shared/bridge/accounts.ts';
import type { CallInputs } from '../../shared/bridge/bridge.ts';
import { digestNames, type FileDigests, type KnownDigests } from '../../shared/bridge/receipts.ts';
import type { RetrievalPlace, RetrievalProof } from '../../shared/bridge/retrieval.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { vouchedIn } from '../../shared/submissions/settlement-note.ts';
import type { Records } from '../records/index.ts';
import type { SubmissionLocator, SubmissionQueries } from '../submissions/index.ts';

export type From = CallInputs['retrieval.start']['from'];

export type Wanted = {
  readonly accountId: string;
  readonly submissionId: string;
  readonly name: string | null;
  readonly expected: Expectation;
  /** The places of the bytes on the network, according to a receipt. */
  readonly places: readonly RetrievalPlace[];
};

/** Errors: `unknown-submission`, `unknown-account`; `no-account` if no account has the receipt's address or its id. */
export function wantedFrom(
  from: From,
  submissions: SubmissionQueries,
  records: Records,
  locator: SubmissionLocator,
  accounts: readonly Account[],
): Result<Wanted> {
  const stored = (accountId: string, submissionId: string): Wanted =>
    known(accountId, submissionId, submissions, records);
  switch (from.kind) {
    case 'id':
      if (!accounts.some(({ id }) => id === from.accountId)) return failure({ code: 'unknown-account' });
      return success(stored(from.accountId, from.submissionId));
    case 'kept': {
      const found = locator.find(from.submissionId);
      if (found === null) return failure({ code: 'unknown-submission' });
      return success(stored(found.accountId, found.submissionId));
    }
    case 'receipt':
      return ofReceipt(from, stored, locator, accounts);
  }
}

/** Expects the digests of the receipt, unless Dropslip read the file here. */
function ofReceipt(
  from: Extract<From, { kind: 'receipt' }>,
  stored: (accountId: string, submissionId: string) => Wanted,
  locator: SubmissionLocator,
  accounts: readonly Account[],
): Result<Wanted> {
  const { submissionId, address, name, size, digests, sent, places } = from;
  const found = locator.find(submissionId);
  const isAt = (one: Account): boolean => (address === null ? one.kind === 'practice' : one.address === address);
  const at = found?.isOwn ? undefined : accounts.find(isAt);
  const asked = at === undefined ? found : { accountId: at.id, submissionId };
  if (asked === null) return failure({ code: 'no-account', values: { address } });
  const own = stored(asked.accountId, asked.submissionId);
  if (own.expected.by === 'file') return success({ ...own, places });
  const expected = { ...own.expected, by: 'receipt', size, digests, sent: knownOf(sent?.bytes ?? null) } as const;
  return success({ ...own, name: own.name ?? name, expected, places });
}

function known(accountId: string, submissionId: string, submissions: SubmissionQueries, records: Records): Wanted {
  const file = submissions.withReceipt(accountId, submissionId);
  const dataHash = records.get(accountId, submissionId)?.dataHash ?? null;
  const asked = { accountId, submissionId, name: file?.name ?? null, places: [] };
  // The user's statement that the id belongs to this file is no proof: it may have other bytes.
  if (file === null || vouchedIn(file.settlement, submissionId) !== null) {
    return { ...asked, expected: { ...nothingKnown, dataHash } };
  }
  const { size, keccak256, blake2b256, sha256 } = file;
  const digests = { keccak256, blake2b256, sha256 };
  // The digests of a file that was encrypted and sent in one submission are those of the encrypted file.
  const sent = knownOf(submissions.receivedParts(accountId, submissionId, 0)?.manifest ?? null);
  return { ...asked, expected: { by: 'file', size, digests, sent, dataHash } };
}

function knownOf(bytes: KnownDigests | null): KnownDigests | null {
  if (bytes === null) return null;
  const { keccak256, blake2b256, sha256 } = bytes;
  const digests = { keccak256, blake2b256, sha256 };
  return hasAny(digests) ? digests : null;
}

const digest = z.string().nullable();
const digests = z.object({ keccak256: digest, blake2b256: digest, sha256: digest });

/**
 * The expected bytes. `digests`: of the file, computed by Dropslip or from a receipt. `sent`: of the content that was
 * sent instead of the file (its manifest, or the encrypted file); null if that is unknown, or was the file.
 * `dataHash`: of the submission, from the service's record.
 */
export const expectation = z.object({
  by: z.enum(['file', 'receipt']).nullable(),
  size: z.number().nullable(),
  digests,
  sent: digests.nullable(),
  dataHash: digest,
});
export type Expectation = z.output<typeof expectation>;

export const nothingKnown: Expectation = {
  by: null,
  size: null,
  digests: { keccak256: null, blake2b256: null, sha256: null },
  sent: null,
  dataHash: null,
};

/**
 * The comparison of bytes with an expectation: the proof; `other` if they contradict it; `unknown` if there is nothing
 * to compare with; `other-hash` if only the hash in the service's record is known and differs. The latter proves
 * nothing, because a service that encrypts records the hash of the encrypted bytes.
 */
export type Standing = RetrievalProof | 'other' | 'unknown' | 'other-hash';

/** True if the bytes match digests by Dropslip, from this computer or a receipt. The service cannot have changed them. */
export function isOwnProof(standing: Standing): boolean {
  return standing === 'file' || standing === 'receipt';
}

/**
 * Compares the bytes of a submission. The digests of the file, and of the content sent instead, take precedence over
 * the service's record: if the service changed the bytes before hashing them, its hash matches the changed bytes.
 */
export function standingOf(expected: Expectation, actual: FileDigests): Standing {
  const { by, digests, sent } = expected;
  if (by === null || !(hasAny(digests) || sent !== null)) return standingByRecord(expected, actual);
  return isOneOf(digests, actual) || isSentInstead(expected, actual) ? by : 'other';
}

/** True if the bytes are the content that was sent instead of the file. */
export function isSentInstead({ sent }: Expectation, actual: FileDigests): boolean {
  return sent !== null && isOneOf(sent, actual);
}

export function standingByRecord({ dataHash }: Expectation, actual: FileDigests): Standing {
  if (dataHash === null) return 'unknown';
  return dataHash === actual.blake2b256 || dataHash === actual.keccak256 ? 'record' : 'other-hash';
}

/** Compares assembled or decrypted content by SHA-256, the only digest computed for all of it. */
export function standingOfContent({ by, digests }: Expectation, sha256: string | null): Standing {
  if (by === null || digests.sha256 === null || sha256 === null) return 'unknown';
  return digests.sha256 === sha256 ? by : 'other';
}

/** True if a digest that both have is equal. Each of them alone is a proof. */
function isOneOf(expected: KnownDigests, actual: FileDigests): boolean {
  return digestNames.some((name) => expected[name] !== null && expected[name] === actual[name]);
}

function hasAny(digests: KnownDigests): boolean {
  return digestNames.some((name) => digests[name] !== null);
}
