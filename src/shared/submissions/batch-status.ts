import type { AccountProblem } from '../bridge/accounts.ts';
import type { Failure, FailureCode } from '../failures/failure.ts';
import { isBeingChecked, type SubmissionState } from './submission-state.ts';

/** What has become of a file so far, as a batch counts its files: each of them has exactly one. */
export const batchStatuses = [
  /** It goes by itself when its turn comes. */
  'toGo',
  'sending',
  /** It went out whole, and the service's records are read to learn what became of it. */
  'checking',
  /** There is a receipt, and no block yet. */
  'submitted',
  /** There is a receipt, and an error in its record: the service tries again automatically. */
  'delayed',
  'confirmed',
  /** It was not submitted, and is not tried again by itself. */
  'rejected',
  /** Parts of it are there and one failed: it is not whole at the service, and goes on when a person says so. */
  'incomplete',
  /** It may have been taken, and the records do not tell. */
  'notKnown',
  'cancelled',
  /** The person stopped it until they resume it. */
  'paused',
  /** Nothing is sent before the person decides: a duplicate, or what goes beyond their limit. */
  'undecided',
] as const;
export type BatchStatus = (typeof batchStatuses)[number];

export type BatchCounts = Readonly<Record<BatchStatus, number>>;

export const noFiles: BatchCounts = {
  toGo: 0,
  sending: 0,
  checking: 0,
  submitted: 0,
  delayed: 0,
  confirmed: 0,
  rejected: 0,
  incomplete: 0,
  notKnown: 0,
  cancelled: 0,
  paused: 0,
  undecided: 0,
};

export function batchStatusOf(state: SubmissionState): BatchStatus {
  switch (state.kind) {
    case 'waiting':
    case 'preparing':
    case 'retrying':
      return 'toGo';
    case 'in-parts':
      return 'sending';
    case 'unsettled':
      return isBeingChecked(state) ? 'checking' : 'notKnown';
    case 'paused':
      return state.why.kind === 'by-person' ? 'paused' : 'undecided';
    default:
      return state.kind;
  }
}

export function allOf(counts: BatchCounts): number {
  return batchStatuses.reduce((sum, status) => sum + counts[status], 0);
}

/** Those that hold a receipt. */
export function withReceipt({ submitted, delayed, confirmed }: BatchCounts): number {
  return submitted + delayed + confirmed;
}

/** Dropslip itself goes on with these. */
export function goingOn({ toGo, sending, checking }: BatchCounts): number {
  return toGo + sending + checking;
}

/** Nothing is done for any of these, by Dropslip or at a word of the person's that they wait for. */
export function isBatchOver(counts: BatchCounts): boolean {
  return goingOn(counts) + counts.paused + counts.undecided === 0;
}

/** What the whole of an account's queue waits for. Instants are UTC. */
export type WaitingFor =
  /** Nothing goes on by itself: so many are paused, and so many wait for a decision. */
  | { readonly kind: 'person'; readonly paused: number; readonly undecided: number }
  /** Nothing can be written to disk. */
  | { readonly kind: 'disk' }
  /** The account cannot submit: null where it is only not ready yet. */
  | { readonly kind: 'account'; readonly trouble: AccountProblem | null }
  /** After an answer with this code. */
  | { readonly kind: 'next-try'; readonly code: FailureCode; readonly until: string }
  /** No connection to the service; `failure`: what the last try ended with, null while that is not known. */
  | { readonly kind: 'unreachable'; readonly failure: Failure | null }
  /** The data came from a copy: its records are read first, and until then may lack what was submitted last. */
  | { readonly kind: 'records'; readonly until: string | null };
