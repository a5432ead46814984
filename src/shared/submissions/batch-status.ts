import type { AccountProblem } from '../bridge/accounts.ts';
import type { Failure, FailureCode } from '../failures/failure.ts';
import { isBeingChecked, isClaimedElsewhere, type SubmissionState } from './submission-state.ts';

/** The status of a file in a batch. Each file has exactly one. */
export const batchStatuses = [
  /** It is sent automatically when its turn comes, or once another desk has given up its claim. */
  'toGo',
  'sending',
  /** It was sent completely, and the service's records are read to learn the result. */
  'checking',
  /** It has a receipt, but no block yet. */
  'submitted',
  /** It has a receipt, and an error in its record. The service tries again automatically. */
  'delayed',
  'confirmed',
  /** It was not submitted, and is not retried automatically. */
  'rejected',
  /** Some parts are submitted and one failed. The file is not complete at the service until the user retries it. */
  'incomplete',
  /** It may have been accepted, and the records do not show the result. */
  'notKnown',
  'cancelled',
  /** The user paused it. */
  'paused',
  /** Nothing is sent before the user decides: a duplicate, or a cost beyond their limit. */
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
      if (isClaimedElsewhere(state)) return 'toGo';
      return state.why.kind === 'by-user' ? 'paused' : 'undecided';
    default:
      return state.kind;
  }
}

export function allOf(counts: BatchCounts): number {
  return batchStatuses.reduce((sum, status) => sum + counts[status], 0);
}

export function withReceipt({ submitted, delayed, confirmed }: BatchCounts): number {
  return submitted + delayed + confirmed;
}

/** The number of files that Dropslip continues automatically. */
export function goingOn({ toGo, sending, checking }: BatchCounts): number {
  return toGo + sending + checking;
}

/** True if no file is in progress and none waits for the user. */
export function isBatchOver(counts: BatchCounts): boolean {
  return goingOn(counts) + counts.paused + counts.undecided === 0;
}

/** The reason why the whole queue of an account waits. Instants are UTC. */
export type WaitingFor =
  /** Every file is paused or waits for a decision. */
  | { readonly kind: 'user'; readonly paused: number; readonly undecided: number }
  /** The database of the team cannot be reached, so that nothing new is sent. */
  | { readonly kind: 'team' }
  /** Writing to disk fails. */
  | { readonly kind: 'disk' }
  /** The account cannot submit; null if it is only not ready yet. */
  | { readonly kind: 'account'; readonly trouble: AccountProblem | null }
  /** An answer with this code delays the next try. */
  | { readonly kind: 'next-try'; readonly code: FailureCode; readonly until: string }
  /** The service is unreachable; `failure`: the result of the last try, null if unknown. */
  | { readonly kind: 'unreachable'; readonly failure: Failure | null };
