import type { Failure } from '../../../shared/failures/failure.ts';
import type {
  CannotTell,
  OtherContent,
  PauseReason,
  SubmissionState,
  SubmissionStateKind,
} from '../../../shared/submissions/submission-state.ts';

/** The events of a submission. */
export type SubmissionEvent =
  | { readonly type: 'prepare' }
  | { readonly type: 'prepared' }
  | { readonly type: 'send'; readonly attempt: number }
  | { readonly type: 'accepted'; readonly submissionId: string; readonly at: string }
  | { readonly type: 'refuse'; readonly reason: Failure }
  | { readonly type: 'retry-later'; readonly until: string; readonly reason: Failure }
  | { readonly type: 'lose-answer'; readonly since: string; readonly until: string; readonly reason: Failure }
  /** The records are searched (again). The search ends by `until`. */
  | { readonly type: 'check'; readonly until: string }
  | { readonly type: 'cannot-tell'; readonly why: CannotTell }
  | { readonly type: 'interrupted' }
  | { readonly type: 'cancel' }
  | { readonly type: 'send-cancelled' }
  | { readonly type: 'send-paused' }
  | { readonly type: 'pause'; readonly why: PauseReason }
  /** The original of a duplicate has its receipt now. */
  | { readonly type: 'original-known'; readonly of: DuplicateOf }
  | { readonly type: 'resume' }
  | { readonly type: 'retry' }
  | { readonly type: 'not-accepted' }
  /** The service does not have it, but it is not sent again by itself. */
  | { readonly type: 'give-up'; readonly reason: Failure }
  | { readonly type: 'confirm'; readonly at: string; readonly other?: OtherContent }
  /** Its record has an error. The service retries it. */
  | { readonly type: 'delay'; readonly reason: Failure }
  /** Its record has no error any more. */
  | { readonly type: 'go-on-waiting' }
  /** It is sent in parts. */
  | { readonly type: 'divide' }
  /** A part of it has failed for good. */
  | { readonly type: 'part-failed'; readonly reason: Failure }
  /** A part in doubt is settled, so the row continues by itself. */
  | { readonly type: 'parts-go-on' };

export type SubmissionEventType = SubmissionEvent['type'];

export type DuplicateOf = Extract<PauseReason, { kind: 'duplicate' }>['of'];

const waiting: SubmissionState = { kind: 'waiting' };

/** The usual duration (ms) of the search for a lost answer. The search corrects it. */
const USUAL_SEARCH_MS = 330_000;

/** The event for an attempt whose answer was lost at `at`. */
export function answerLost(at: string, reason: Failure): SubmissionEvent {
  const until = new Date(Date.parse(at) + USUAL_SEARCH_MS).toISOString();
  return { type: 'lose-answer', since: at, until, reason };
}

/**
 * The states in which each event may happen. Two rules protect money. `retry` is not possible from `unsettled`, because
 * the service may have the bytes: only `not-accepted` (a proof or the user's word) leads back to `waiting`. Nothing leads
 * from a receipt (`submitted`, `delayed`, `confirmed`) back into the queue, except the user's `retry` of a delayed one.
 */
const allowedFrom: { readonly [Type in SubmissionEventType]: readonly SubmissionStateKind[] } = {
  // A part may have become smaller while it waited for another attempt.
  prepare: ['waiting', 'retrying'],
  prepared: ['preparing'],
  send: ['waiting', 'retrying'],
  // Before it is sent again, the records may show that an earlier attempt went through.
  accepted: [
    'sending',
    'unsettled',
    'waiting',
    'preparing',
    'retrying',
    'paused',
    'cancelled',
    'in-parts',
    'incomplete',
  ],
  refuse: ['waiting', 'preparing', 'sending', 'retrying', 'in-parts'],
  'retry-later': ['waiting', 'preparing', 'sending'],
  // Before it is sent again, the records may also show a submission that could be it.
  'lose-answer': ['sending', 'waiting', 'retrying', 'paused', 'cancelled'],
  check: ['unsettled'],
  'cannot-tell': ['unsettled'],
  interrupted: ['sending', 'preparing', 'in-parts'],
  cancel: ['waiting', 'preparing', 'retrying', 'paused', 'in-parts'],
  'send-cancelled': ['sending'],
  'send-paused': ['sending'],
  pause: ['waiting', 'preparing', 'retrying', 'in-parts'],
  'original-known': ['paused'],
  resume: ['paused'],
  retry: ['rejected', 'cancelled', 'retrying', 'delayed', 'incomplete'],
  'not-accepted': ['unsettled'],
  'give-up': ['unsettled'],
  confirm: ['submitted', 'delayed'],
  delay: ['submitted', 'delayed'],
  'go-on-waiting': ['delayed'],
  divide: ['waiting', 'retrying'],
  'part-failed': ['in-parts'],
  'parts-go-on': ['incomplete'],
};

export function isAllowed(state: SubmissionState, type: SubmissionEventType): boolean {
  return allowedFrom[type].includes(state.kind);
}

/** The state after `event`, or null if the event cannot happen in this state. Pure. */
export function transition(state: SubmissionState, event: SubmissionEvent): SubmissionState | null {
  if (!isAllowed(state, event.type)) return null;
  switch (event.type) {
    case 'prepare':
      return { kind: 'preparing' };
    case 'prepared':
    case 'interrupted':
    case 'resume':
    case 'retry':
    case 'not-accepted':
    case 'parts-go-on':
      return waiting;
    case 'send':
      return { kind: 'sending', attempt: event.attempt };
    case 'accepted':
      return { kind: 'submitted', submissionId: event.submissionId, at: event.at };
    case 'refuse':
    case 'give-up':
      return { kind: 'rejected', reason: event.reason };
    case 'retry-later':
      return { kind: 'retrying', until: event.until, reason: event.reason };
    case 'lose-answer':
      return {
        kind: 'unsettled',
        since: event.since,
        reason: event.reason,
        check: { kind: 'checking', until: event.until },
      };
    case 'check':
      return state.kind === 'unsettled' ? { ...state, check: { kind: 'checking', until: event.until } } : null;
    case 'cannot-tell':
      return state.kind === 'unsettled' ? { ...state, check: { kind: 'cannot-tell', why: event.why } } : null;
    case 'cancel':
    case 'send-cancelled':
      return { kind: 'cancelled' };
    case 'pause':
      return { kind: 'paused', why: event.why };
    case 'send-paused':
      return { kind: 'paused', why: { kind: 'by-user' } };
    case 'original-known':
      return state.kind === 'paused' && state.why.kind === 'duplicate'
        ? { kind: 'paused', why: { kind: 'duplicate', of: event.of } }
        : state;
    case 'confirm':
      return state.kind === 'submitted' || state.kind === 'delayed'
        ? {
            kind: 'confirmed',
            submissionId: state.submissionId,
            at: event.at,
            ...(event.other === undefined ? {} : { other: event.other }),
          }
        : null;
    case 'delay':
      return state.kind === 'submitted' || state.kind === 'delayed'
        ? { kind: 'delayed', submissionId: state.submissionId, at: state.at, reason: event.reason }
        : null;
    case 'go-on-waiting':
      return state.kind === 'delayed' ? { kind: 'submitted', submissionId: state.submissionId, at: state.at } : null;
    case 'divide':
      return { kind: 'in-parts' };
    case 'part-failed':
      return { kind: 'incomplete', reason: event.reason };
  }
}

/** True if it is to be sent (again) when its turn comes. */
export function isToBeSent(state: SubmissionState): boolean {
  return state.kind === 'waiting' || state.kind === 'retrying';
}
