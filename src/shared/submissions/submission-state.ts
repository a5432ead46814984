import type { Failure, FailureCode } from '../failures/failure.ts';

/** Why a submission waits for a person. Nothing is sent while it does. */
export type PauseReason =
  | { readonly kind: 'by-person' }
  /** It was dropped with others that a person is asked about first: what they cost, and who pays. */
  | { readonly kind: 'unapproved' }
  /** The same bytes were submitted with this account before, or are in the queue already. */
  | {
      readonly kind: 'duplicate';
      readonly of: {
        readonly localId: number;
        readonly name: string;
        readonly submissionId: string | null;
        readonly at: string;
      };
    }
  /** Sending it would go beyond what the person wants to be asked about. */
  | { readonly kind: 'beyond-spending-limit' }
  /** The data came from a copy, and the service's records could not tell what was submitted since that was made. */
  | { readonly kind: 'since-copy' };

/** Why the service's records cannot tell what became of an attempt, so that a person is asked. */
export const cannotTellCodes = [
  /** This account has no way to read them (an API key alone, and a service that shows it nothing). */
  'no-records',
  /** They exist, but are refused to this account, cannot be understood or have been out of reach for long. */
  'records-unreadable',
  'list-incomplete',
  /** A record that may be this one carries a hash of a kind that nobody here can compute. */
  'hash-unknown',
  /** A record that may be this one has had no hash for so long that none is awaited any more. */
  'hash-missing',
  /** Another file with the same bytes is being sent, and the record may be its own. */
  'indistinguishable',
  /** The only record with these bytes is from before the attempt. */
  'same-bytes-before',
  /** No receipt shows yet how this service lists what this account submits. */
  'listing-unproven',
] as const;
export type CannotTell = (typeof cannotTellCodes)[number];

/** How far Dropslip is with finding out what became of an attempt whose answer was lost. */
export type Check =
  /** It reads the service's records. By `until` (UTC instant) they have told, or it is known that they can't. */
  | { readonly kind: 'checking'; readonly until: string }
  /** It needs the person, unless the records tell after all: it goes on looking, ever more rarely. */
  | { readonly kind: 'cannot-tell'; readonly why: CannotTell };

/**
 * A record's hash that is not the hash of the submitted bytes. `known-file`: it is the hash of another file of this account.
 * `unknown`: no file here has it; the service may have encrypted this one.
 */
export type OtherContent = {
  readonly dataHash: string;
  readonly of: 'known-file' | 'unknown';
  /** Of what went in parts: the first part of which that is so. */
  readonly part?: { readonly number: number; readonly kind: 'slice' | 'manifest' };
};

/** What a file waits for besides its turn: the service’s records are to be read; or it was tried again only just now. */
export type Awaits = 'records' | 'next-try';

/** The state of one dropped file. Only `src/core/submissions` changes it; everybody else reads it. */
export type SubmissionState =
  /** `awaits`: what has to be there before it is sent, whose turn ever it is. */
  | { readonly kind: 'waiting'; readonly awaits?: Awaits }
  | { readonly kind: 'preparing' }
  | { readonly kind: 'sending'; readonly attempt: number }
  | { readonly kind: 'retrying'; readonly until: string; readonly reason: Failure }
  | { readonly kind: 'paused'; readonly why: PauseReason }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'rejected'; readonly reason: Failure }
  | { readonly kind: 'unsettled'; readonly since: string; readonly reason: Failure; readonly check: Check }
  | { readonly kind: 'submitted'; readonly submissionId: string; readonly at: string }
  /** `other`: what the record names in place of this file's content; absent where it names it, or nothing. */
  | { readonly kind: 'confirmed'; readonly submissionId: string; readonly at: string; readonly other?: OtherContent }
  /** Its record has an error. That is not the end: the service tries such submissions again by itself. */
  | { readonly kind: 'delayed'; readonly submissionId: string; readonly at: string; readonly reason: Failure }
  /** It goes in parts: some are sent, or wait for their turn. */
  | { readonly kind: 'in-parts' }
  /** A part of it failed for good, so that it is not whole at the service. What is there stays, and it goes on from there. */
  | { readonly kind: 'incomplete'; readonly reason: Failure };

export type SubmissionStateKind = SubmissionState['kind'];

/** What a person may do with a submission by the buttons at the end of its row, in their order. */
export type SubmissionAction = 'cancel' | 'retry' | 'pause' | 'resume' | 'send-next' | 'remove';

type Traits = {
  /**
   * What Dropslip itself goes on with. `queued`: it goes when its turn comes. `looked-for`: it went out, and nobody knows
   * what became of it. `held`: until a person lets it go. `over`: nothing more is sent for it unless a person asks.
   */
  readonly work: 'queued' | 'sending' | 'looked-for' | 'held' | 'over';
  /**
   * What the service has of it, as far as that is known. `parts`: some of its parts, each of which is a submission with a
   * state of its own.
   */
  readonly service: 'nothing' | 'perhaps' | 'everything' | 'parts';
  /** The service's record is still to say what became of it, and what it cost. */
  readonly record: 'awaited' | null;
  /** It goes no further without a person; `by-reason`: some of this kind do. */
  readonly needsPerson: boolean | 'by-reason';
  /**
   * What is in doubt or has a receipt cannot be sent again from its row: it would be paid for twice. The same while it waits
   * and while it is prepared: a file is read for a moment at any time, and no button may go away under the hand.
   */
  readonly actions: readonly SubmissionAction[];
};

/** Everything that a state says about itself: a new one is told here, and nowhere else. */
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

/** The states of which this holds, for whoever asks the database. */
export function kindsWhere(
  holds: (state: Pick<Traits, 'work' | 'service'>) => boolean,
): readonly SubmissionStateKind[] {
  return submissionStateKinds.filter((kind) => holds(traits[kind]));
}

const submissionStateKinds = Object.keys(traits) as readonly SubmissionStateKind[];

/** Done as far as the queue is concerned: nothing more will be sent for it unless a person asks. */
export function isFinished({ kind }: SubmissionState): boolean {
  return traits[kind].work === 'over';
}

/** It was submitted and needs nobody: it may leave the list. What was not submitted is still to be seen to. */
export function isClearable(state: SubmissionState): boolean {
  return state.kind === 'submitted' || state.kind === 'confirmed';
}

/** It is on its way by itself: in the queue, or being sent. */
export function isMoving({ kind }: SubmissionState): boolean {
  const { work } = traits[kind];
  return work === 'queued' || work === 'sending';
}

/** It goes by itself, or once a person lets it. What is held as a duplicate, or was never agreed to, need not go at all. */
export function isYetToBeSent(state: SubmissionState): boolean {
  if (state.kind === 'paused') return state.why.kind !== 'duplicate' && state.why.kind !== 'unapproved';
  return traits[state.kind].work === 'queued';
}

/** Whether the service's records are being read to learn what became of it: nobody is asked meanwhile. */
export function isBeingChecked(state: SubmissionState): boolean {
  return state.kind === 'unsettled' && state.check.kind === 'checking';
}

/** Whether only a person can tell what became of it: the records did not. */
export function isUnknown(state: SubmissionState): boolean {
  return state.kind === 'unsettled' && !isBeingChecked(state);
}

/** Dropslip itself goes on with it: it is still to be sent, or looked for in the records. */
export function isWorkedOn(state: SubmissionState): boolean {
  return isMoving(state) || isBeingChecked(state);
}

/** Nobody knows whether the service has it. */
export function isInDoubt({ kind }: SubmissionState): boolean {
  return traits[kind].service === 'perhaps';
}

/** The service has it, or may have it: it was paid for, or may be. */
export function mayBeAtService({ kind }: SubmissionState): boolean {
  return traits[kind].service !== 'nothing';
}

/** The service took it: there is a receipt. */
export function hasReceipt({ kind }: SubmissionState): boolean {
  return traits[kind].service === 'everything';
}

/** The service's record is still to say what became of it. */
export function awaitsRecord({ kind }: SubmissionState): boolean {
  return traits[kind].record === 'awaited';
}

/** It goes no further without the person. Who paused it knows that it waits. */
export function needsPerson(state: SubmissionState): boolean {
  if (state.kind === 'paused') return state.why.kind !== 'by-person';
  if (state.kind === 'delayed') return state.reason.code === 'not-enough-credits';
  return state.kind === 'unsettled' ? !isBeingChecked(state) : traits[state.kind].needsPerson === true;
}

/** Refused in the end by Dropslip itself, or of a part: the service gave an id for it, or its answers were lost. */
const perhapsCharged: ReadonlySet<FailureCode> = new Set(['answered-for-nothing', 'answers-keep-getting-lost']);

/** It has no receipt, and may have been paid for all the same: to send it again is to pay again. */
export function isPerhapsChargedInVain(state: SubmissionState): boolean {
  return (state.kind === 'rejected' || state.kind === 'incomplete') && perhapsCharged.has(state.reason.code);
}

/** What the same file would be refused for again: another one is added in its place. */
const refusedForGood: ReadonlySet<FailureCode> = new Set([
  'too-large',
  'empty',
  'empty',
  'file-too-large',
  'file-made-up',
  'file-name-unreadable',
  'link',
  'link-since',
  'not-a-file',
  'row-unreadable',
]);

/** What waits for a person's word has its answers in the row itself. */
export function actionsFor(state: SubmissionState): readonly SubmissionAction[] {
  const { actions } = traits[state.kind];
  const mayResume = state.kind === 'paused' && state.why.kind === 'by-person';
  const mayRetry = state.kind !== 'rejected' || !refusedForGood.has(state.reason.code);
  return actions.filter((action) => (action !== 'resume' || mayResume) && (action !== 'retry' || mayRetry));
}
