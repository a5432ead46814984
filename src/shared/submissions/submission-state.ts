import type { Failure, FailureCode } from '../failures/failure.ts';

/** Why a submission waits for the user. Nothing of it is sent meanwhile. */
export type PauseReason =
  | { readonly kind: 'by-user' }
  /** It was dropped with others, and the user has not approved their cost and payer yet. */
  | { readonly kind: 'unapproved' }
  /** The same bytes were submitted with this account before, or are already in the queue. */
  | {
      readonly kind: 'duplicate';
      readonly of: {
        readonly localId: number;
        readonly name: string;
        readonly submissionId: string | null;
        readonly at: string;
        /** The team's desk that submitted them, or that has claimed them and may be submitting them now. */
        readonly desk?: string;
      };
    }
  /** Its cost would exceed the user's limit. */
  | { readonly kind: 'beyond-spending-limit' }
  /** The data was restored from a copy. The user approves sending once for each account. */
  | { readonly kind: 'since-copy' };

/** Why the service's records do not show the result of an attempt, so that the user is asked. */
export const cannotTellCodes = [
  /** This account cannot read them: it has only an API key, and the service shows it nothing. */
  'no-records',
  /** They exist, but the account has no access, they are unreadable, or the service has been unreachable for long. */
  'records-unreadable',
  'list-incomplete',
  /** A record that may be this one has a hash of an unknown kind. */
  'hash-unknown',
  /** A record that may be this one has had no hash for too long to wait for one. */
  'hash-missing',
  /** Another file with the same bytes is being sent, and the record may belong to it. */
  'indistinguishable',
  /** The only record with these bytes is older than the attempt. */
  'same-bytes-before',
  /** No receipt proves yet how this service lists submissions of this account. */
  'listing-unproven',
] as const;
export type CannotTell = (typeof cannotTellCodes)[number];

/** The check of an attempt whose answer was lost. */
export type Check =
  /** Dropslip reads the service's records. It has a result by `until` (UTC instant), even if that is `cannot-tell`. */
  | { readonly kind: 'checking'; readonly until: string }
  /**
   * The user has to decide, unless the records still show the result. Dropslip keeps reading them, less and less
   * often.
   */
  | { readonly kind: 'cannot-tell'; readonly why: CannotTell };

/**
 * A record's hash that is not the hash of the submitted bytes. `known-file`: it is the hash of another file of this account.
 * `unknown`: no file here has it; the service may have encrypted this one.
 */
export type OtherContent = {
  readonly dataHash: string;
  readonly of: 'known-file' | 'unknown';
  /** The first such part of a row in parts. */
  readonly part?: { readonly number: number; readonly kind: 'slice' | 'manifest' };
};

/** The state of one dropped file. Only `src/core/submissions` changes it. */
export type SubmissionState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'preparing' }
  | { readonly kind: 'sending'; readonly attempt: number }
  | { readonly kind: 'retrying'; readonly until: string; readonly reason: Failure }
  | { readonly kind: 'paused'; readonly why: PauseReason }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'rejected'; readonly reason: Failure }
  | { readonly kind: 'unsettled'; readonly since: string; readonly reason: Failure; readonly check: Check }
  | { readonly kind: 'submitted'; readonly submissionId: string; readonly at: string }
  /** `other`: the content that the record names instead of this file's. Absent if it names this file's, or none. */
  | { readonly kind: 'confirmed'; readonly submissionId: string; readonly at: string; readonly other?: OtherContent }
  /** Its record has an error. The service tries such submissions again automatically. */
  | { readonly kind: 'delayed'; readonly submissionId: string; readonly at: string; readonly reason: Failure }
  /** It is sent in parts: some are sent, or wait for their turn. */
  | { readonly kind: 'in-parts' }
  /**
   * A part failed for good, so the file is not complete at the service. The submitted parts stay valid, and a retry
   * continues from there.
   */
  | { readonly kind: 'incomplete'; readonly reason: Failure };

export type SubmissionStateKind = SubmissionState['kind'];

/** The actions of the buttons at the end of a row, in display order. */
export type SubmissionAction = 'cancel' | 'retry' | 'pause' | 'resume' | 'send-next' | 'remove';

type Traits = {
  /**
   * `queued`: it is sent when its turn comes. `looked-for`: it was sent, and the result is unknown. `held`: it waits
   * for the user's approval. `over`: nothing more is sent unless the user asks for it.
   */
  readonly work: 'queued' | 'sending' | 'looked-for' | 'held' | 'over';
  /**
   * The content that the service has, as far as known. `parts`: some of its parts, which are submissions with their
   * own states.
   */
  readonly service: 'nothing' | 'perhaps' | 'everything' | 'parts';
  /** The service's record does not show the result and the cost yet. */
  readonly record: 'awaited' | null;
  /** It does not continue without the user; `by-reason`: depends on the reason. */
  readonly needsPerson: boolean | 'by-reason';
  /**
   * A submission that is in doubt or has a receipt cannot be sent again from its row, because it would be paid twice.
   * Waiting and preparing have the same actions: a file may be read briefly at any time, and no button should
   * disappear under the pointer.
   */
  readonly actions: readonly SubmissionAction[];
};

/** All properties of each state. A new state needs an entry only here. */
const traits: { readonly [Kind in SubmissionStateKind]: Traits } = {
  waiting: row('queued', 'nothing', null, false, 'send-next', 'pause', 'cancel'),
  preparing: row('queued', 'nothing', null, false, 'send-next', 'pause', 'cancel'),
  retrying: row('queued', 'nothing', null, false, 'retry', 'pause', 'cancel'),
  sending: row('sending', 'perhaps', null, false, 'cancel'),
  unsettled: row('looked-for', 'perhaps', 'awaited', 'by-reason', 'remove'),
  paused: row('held', 'nothing', null, 'by-reason', 'resume', 'cancel'),
  cancelled: row('over', 'nothing', null, false, 'retry', 'remove'),
  rejected: row('over', 'nothing', null, true, 'retry', 'remove'),
  submitted: row('over', 'everything', 'awaited', false, 'remove'),
  confirmed: row('over', 'everything', null, false, 'remove'),
  delayed: row('over', 'everything', 'awaited', 'by-reason', 'retry', 'remove'),
  'in-parts': row('sending', 'parts', null, false, 'send-next', 'pause', 'cancel'),
  incomplete: row('over', 'parts', null, true, 'retry', 'remove'),
};

function row(
  work: Traits['work'],
  service: Traits['service'],
  record: Traits['record'],
  needsPerson: Traits['needsPerson'],
  ...actions: readonly SubmissionAction[]
): Traits {
  return { work, service, record, needsPerson, actions };
}

/** The states with these properties, for database queries. */
export function kindsWhere(
  holds: (state: Pick<Traits, 'work' | 'service'>) => boolean,
): readonly SubmissionStateKind[] {
  return submissionStateKinds.filter((kind) => holds(traits[kind]));
}

const submissionStateKinds = Object.keys(traits) as readonly SubmissionStateKind[];

/** True if nothing more is sent for it unless the user asks. */
export function isFinished({ kind }: SubmissionState): boolean {
  return traits[kind].work === 'over';
}

/** True if another desk of the team has claimed the bytes and no receipt is known. It continues once that desk is done. */
export function isClaimedElsewhere(state: SubmissionState): boolean {
  if (state.kind !== 'paused' || state.why.kind !== 'duplicate') return false;
  const { desk, submissionId } = state.why.of;
  return desk !== undefined && submissionId === null;
}

/** True if it is submitted and needs no action, so that it may leave the list. */
export function isClearable(state: SubmissionState): boolean {
  return state.kind === 'submitted' || state.kind === 'confirmed';
}

/** True if it is in the queue or being sent. */
export function isMoving({ kind }: SubmissionState): boolean {
  const { work } = traits[kind];
  return work === 'queued' || work === 'sending';
}

/**
 * True if it is sent automatically, or once the user resumes it. Excludes duplicates and unapproved files, which may
 * never be sent.
 */
export function isYetToBeSent(state: SubmissionState): boolean {
  if (state.kind === 'paused') return state.why.kind !== 'duplicate' && state.why.kind !== 'unapproved';
  return traits[state.kind].work === 'queued';
}

/** True while the service's records are read to learn the result. The user is not asked meanwhile. */
export function isBeingChecked(state: SubmissionState): boolean {
  return state.kind === 'unsettled' && state.check.kind === 'checking';
}

/** True if the records do not show the result, and only the user can decide. */
export function isUnknown(state: SubmissionState): boolean {
  return state.kind === 'unsettled' && !isBeingChecked(state);
}

/** True if Dropslip continues it: it is to be sent, or looked for in the records. */
export function isWorkedOn(state: SubmissionState): boolean {
  return isMoving(state) || isBeingChecked(state);
}

/** True if it is unknown whether the service has it. */
export function isInDoubt({ kind }: SubmissionState): boolean {
  return traits[kind].service === 'perhaps';
}

/** True if the service has it, or may have it. It was charged, or may be. */
export function mayBeAtService({ kind }: SubmissionState): boolean {
  return traits[kind].service !== 'nothing';
}

/** True if the service accepted it and gave a receipt. */
export function hasReceipt({ kind }: SubmissionState): boolean {
  return traits[kind].service === 'everything';
}

/** True if the service's record does not show the result yet. */
export function awaitsRecord({ kind }: SubmissionState): boolean {
  return traits[kind].record === 'awaited';
}

/** True if it does not continue without the user. Excludes what the user paused, since they know that it waits. */
export function needsPerson(state: SubmissionState): boolean {
  if (state.kind === 'paused') return state.why.kind !== 'by-user' && !isClaimedElsewhere(state);
  if (state.kind === 'delayed') return state.reason.code === 'not-enough-credits';
  return state.kind === 'unsettled' ? !isBeingChecked(state) : traits[state.kind].needsPerson === true;
}

/**
 * Dropslip itself rejected the file or a part in the end: the service gave an id without a receipt, or its answers
 * were lost.
 */
const perhapsCharged: ReadonlySet<FailureCode> = new Set(['answered-for-nothing', 'answers-keep-getting-lost']);

/** True if it has no receipt but may have been charged. Sending it again may cost again. */
export function isPerhapsChargedInVain(state: SubmissionState): boolean {
  return (state.kind === 'rejected' || state.kind === 'incomplete') && perhapsCharged.has(state.reason.code);
}

/** Reasons for which the same file would be refused again. The user has to add another one. */
const refusedForGood: ReadonlySet<FailureCode> = new Set([
  'too-large',
  'empty',
  'file-too-large',
  'file-made-up',
  'file-name-unreadable',
  'link',
  'link-since',
  'not-a-file',
  'row-unreadable',
]);

/** A row that waits for the user's decision shows its own buttons for it, so resume is not among these. */
export function actionsFor(state: SubmissionState): readonly SubmissionAction[] {
  const { actions } = traits[state.kind];
  const mayResume = state.kind === 'paused' && state.why.kind === 'by-user';
  const mayRetry = state.kind !== 'rejected' || !refusedForGood.has(state.reason.code);
  return actions.filter((action) => (action !== 'resume' || mayResume) && (action !== 'retry' || mayRetry));
}
