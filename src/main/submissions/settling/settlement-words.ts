import { type Vouched, type VouchedCheck, vouchedChecks } from '../../../shared/bridge/receipts.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { CannotTell } from '../../../shared/submission-state.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { HashKind } from './evidence/hash-kinds.ts';

/** What a submission's details say about how an uncertain submission was settled: what was matched, why, and when (UTC). */

export function foundByHash(record: SubmissionRecord, { blake2b256 }: StoredSubmission, at: string): string {
  const kind = record.dataHash === blake2b256 ? 'BLAKE2b-256' : 'Keccak-256';
  return `Found in the service’s records on ${at}: submission ${record.id}${created(record)} has the ${kind} of this file’s bytes (${record.dataHash}), and no other file of this account claims it.`;
}

export function foundBySize(record: SubmissionRecord, { size }: StoredSubmission, at: string): string {
  return `Found in the service’s records on ${at}: submission ${record.id}${created(record)} has no hash, but it is the only one of this size (${size} bytes, the service says “${record.amountData}”), this token and this time, and this is the only file that it can be.`;
}

/** `again`: it is sent again by itself. */
export function notAccepted(records: number, first: string, second: string, again: boolean): string {
  const end = again ? ' So it was sent again.' : '';
  return `The service does not have it: its complete list (${records} submissions) was read on ${first} and again on ${second}, well after the connection had ended. Every submission in it belongs to another file, has another size, or was there before it was sent.${end}`;
}

/** `hashKind`: what the service gave last as the hash of a submission of this account; null while that is not known. */
export function stillOpen(why: CannotTell, hashKind: HashKind | null): string {
  const learnt = why === 'hash-unknown' && hashKind !== null ? ` ${kindWords[hashKind]}` : '';
  return `Not settled yet. ${openWords[why]}${learnt}`;
}

const kindWords: { readonly [Kind in HashKind]: string } = {
  keccak256: 'The last known submission of this account has a Keccak-256, which can be.',
  blake2b256: 'The last known submission of this account has a BLAKE2b-256, which can be.',
  unknown: 'So does the last known submission of this account: the service encrypts what it is given.',
};

const openWords: { readonly [Why in CannotTell]: string } = {
  'no-records': 'This account has no way to read the service’s records.',
  'records-unreadable':
    'The service’s records are refused to this account, cannot be understood, or have been out of reach for long.',
  'list-incomplete':
    'The service’s list of submissions may not be complete: it may end too early, or not show yet what came in last.',
  'hash-unknown': 'A record that may be this file’s carries a hash of a kind that cannot be checked here.',
  'hash-missing': 'A record that may be this one has no hash yet.',
  indistinguishable:
    'Several submissions or files have these bytes, or this size and time, and nothing tells which one is this one.',
  'same-bytes-before': 'The service has the same bytes from an earlier time, which are not this submission.',
  'listing-unproven': 'It is not known yet how this service lists what this account submits.',
};

/** How a submission id that a person gave could be checked: `confirmed` where its record has the hash of the file's bytes. */
export type HandCheck = 'confirmed' | VouchedCheck;

const handWords: { readonly [Check in HandCheck]: string } = {
  confirmed: 'The service’s record of it was read and does not contradict this file.',
  'hash-unknown': 'The service’s record of it was read, but its hash is of a kind that can’t be checked here.',
  'no-hash': 'The service’s record of it was read, but there was no hash to compare this file by.',
  unchecked: 'The service’s record of it could not be read with this account.',
};

export function wentThroughByHand(submissionId: string, at: string, check: HandCheck): string {
  return `You said on ${at} that it went through as ${submissionId}. ${handWords[check]}`;
}

/** A person's word that stands in a submission's settlement, where it is all that says that `submissionId` is the submission's. */
export function vouchedIn(settlement: string | null, submissionId: string): Vouched | null {
  const at = settlement?.match(/^You said on (\S+) that it went through as /)?.[1];
  if (at === undefined) return null;
  // What was settled so may have failed, and have been submitted again since under another id.
  const check = vouchedChecks.find((each) => wentThroughByHand(submissionId, at, each) === settlement);
  return check === undefined ? null : { at, check };
}

export function didNotByHand(at: string): string {
  return `You said on ${at} that it did not go through. So it was sent again.`;
}

function created({ createdAt }: SubmissionRecord): string {
  return createdAt === null ? '' : `, registered at ${createdAt},`;
}
