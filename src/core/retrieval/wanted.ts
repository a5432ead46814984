import { z } from 'zod';
import type { Account } from '../../shared/bridge/accounts.ts';
import type { CallInputs } from '../../shared/bridge/bridge.ts';
import type { DigestName, FileDigests, KnownDigests } from '../../shared/bridge/receipts.ts';
import type { RetrievalPlace, RetrievalProof } from '../../shared/bridge/retrieval.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { vouchedIn } from '../../shared/submissions/settlement-note.ts';
import type { Records } from '../records/index.ts';
import type { SubmissionQueries } from '../submissions/index.ts';

export type From = CallInputs['retrieval.start']['from'];

export type WantedParts = {
  readonly submissions: Pick<SubmissionQueries, 'find' | 'receivedFile' | 'receivedParts'>;
  readonly records: Pick<Records, 'get'>;
  readonly accounts: () => readonly Account[];
  /** What Dropslip submitted itself comes first. */
  readonly keepers: { readonly find: (submissionId: string) => Keeper | null };
};

/** The account that keeps an id, and the id as it is written there. `isOwn`: Dropslip submitted it. */
type Keeper = { readonly accountId: string; readonly submissionId: string; readonly isOwn: boolean };

export type Wanted = {
  readonly accountId: string;
  readonly submissionId: string;
  readonly name: string | null;
  readonly expected: Expectation;
  /** Where a receipt says that the bytes are on the network. */
  readonly places: readonly RetrievalPlace[];
};

/** Errors: `unknown-submission` for a row without a submission id; `no-account` where none is at a receipt's address, nor keeps its id. */
export function wantedFrom(from: From, parts: WantedParts): Result<Wanted> {
  switch (from.kind) {
    case 'submission':
      return ofRow(from.localId, parts);
    case 'id':
      return ofAccount(from.accountId, from.submissionId, parts);
    case 'kept':
      return ofWhoever(from.submissionId, parts);
    case 'receipt':
      return ofReceipt(from, parts);
  }
}

function ofRow(localId: number, parts: WantedParts): Result<Wanted> {
  const row = parts.submissions.find(localId);
  if (row === null || !('submissionId' in row.state)) return failure({ code: 'unknown-submission' });
  return success(known(row.accountId, row.state.submissionId, parts));
}

function ofAccount(accountId: string, submissionId: string, parts: WantedParts): Result<Wanted> {
  if (!parts.accounts().some(({ id }) => id === accountId)) return failure({ code: 'unknown-account' });
  return success(known(accountId, submissionId, parts));
}

function ofWhoever(submissionId: string, parts: WantedParts): Result<Wanted> {
  const keeper = parts.keepers.find(submissionId);
  return keeper === null
    ? failure({ code: 'unknown-submission' })
    : success(known(keeper.accountId, keeper.submissionId, parts));
}

/** A receipt's own digests say what it is to be, and what went out, where this Dropslip did not read the file itself. */
function ofReceipt(from: Extract<From, { kind: 'receipt' }>, parts: WantedParts): Result<Wanted> {
  const { submissionId, address, name, size, digests, sent, places } = from;
  const keeper = parts.keepers.find(submissionId);
  const isAt = (one: Account): boolean => (address === null ? one.kind === 'practice' : one.address === address);
  const at = keeper?.isOwn ? undefined : parts.accounts().find(isAt);
  const asked = at === undefined ? keeper : { accountId: at.id, submissionId };
  if (asked === null) return failure({ code: 'no-account', values: { address } });
  const own = known(asked.accountId, asked.submissionId, parts);
  if (own.expected.by === 'file') return success({ ...own, places });
  const expected = { ...own.expected, by: 'receipt', size, digests, sent: knownOf(sent?.bytes ?? null) } as const;
  return success({ ...own, name: own.name ?? name, expected, places });
}

function known(accountId: string, submissionId: string, { submissions, records }: WantedParts): Wanted {
  const file = submissions.receivedFile(accountId, submissionId);
  const dataHash = records.get(accountId, submissionId)?.dataHash ?? null;
  const asked = { accountId, submissionId, places: [] };
  if (file === null) return { ...asked, name: null, expected: { ...nothingKnown, dataHash } };
  const { name, size, keccak256, blake2b256, sha256 } = file;
  const digests = { keccak256, blake2b256, sha256 };
  // Under an id that rests on a person's word there may be other bytes: then the service's record alone says what they are.
  const isVouched = vouchedIn(file.settlement, submissionId) !== null;
  // The digests of what was encrypted and went in one are those of the file as it went out.
  const sent = knownOf(submissions.receivedParts(accountId, submissionId, 0)?.manifest ?? null);
  return { ...asked, name, expected: { by: 'file', size, digests, sent, dataHash, isVouched } };
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

function hasAny(digests: Expectation['digests']): boolean {
  return names.some((name) => digests[name] !== null);
}

const names = ['keccak256', 'blake2b256', 'sha256'] as const satisfies readonly DigestName[];
