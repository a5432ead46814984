import type { Account } from '../../shared/bridge/accounts.ts';
import type { CallInputs } from '../../shared/bridge/bridge.ts';
import type { KnownDigests } from '../../shared/bridge/receipts.ts';
import type { RetrievalPlace } from '../../shared/bridge/retrieval.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { vouchedIn } from '../../shared/submissions/settlement-note.ts';
import type { Records } from '../records/index.ts';
import type { SubmissionQueries } from '../submissions/index.ts';
import { type Expectation, hasAny, nothingKnown } from './expectation.ts';

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
