import type { Attempt } from '../../../shared/bridge/submissions.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { plainFailure, type RateLimiter, type ServiceError, type SubmitOutcome } from '../../service/index.ts';
import { fileFailure } from '../content/file-change.ts';
import type { SubmissionEvent } from '../journal/transitions.ts';
import { answerLost } from '../settling/settlement.ts';

/** How a try ended: the service may have answered with a submission id that other bytes have already. */
export type AttemptEnd =
  | SubmitOutcome
  | { readonly kind: 'id-of-other-bytes'; readonly submissionId: string }
  /** As too large, which it is not: it has taken much larger ones. `said`: in its own words. */
  | { readonly kind: 'refused-what-it-took'; readonly said: string | null }
  /** The bytes of a part are not those that were prepared, or cannot be read: nothing of it left. */
  | { readonly kind: 'part-unreadable'; readonly reason: Failure };

/** What follows from the end of one try: for the journal, for the submission, and for what the account waits for. */
export type Consequence = Pick<Attempt, 'outcome' | 'failures' | 'detail'> & {
  readonly event: SubmissionEvent;
  /** The file is not what was prepared: its digest is void. */
  readonly prepareAgain?: true;
  /** The account's credential is to blame: its queue waits until a person has seen to it, and goes on by itself then. */
  readonly credential?: 'unauthorised' | 'credential-missing';
};

/** What was refused only as too large goes back to its place in the queue: it goes on in smaller pieces. */
export function inSmallerPieces(consequence: Consequence, end: AttemptEnd): Consequence {
  const isTooLarge = end.kind === 'refused' && end.error.code === 'too-large';
  return isTooLarge ? { ...consequence, event: { type: 'interrupted' } } : consequence;
}

type Limiter = Pick<RateLimiter, 'held' | 'hold'>;

/**
 * Decides what follows from the end of a try. The retry rule of the design stands here: sent again by itself is only
 * what the service cannot have (`not-sent`) or has said "not now" to (`refused` with `again`).
 * The limiter has heard every answer; of what came to none it hears here.
 */
export function consequenceOf(end: AttemptEnd, at: string, limiter: Limiter): Consequence {
  switch (end.kind) {
    case 'accepted':
      return {
        event: { type: 'accepted', submissionId: end.submissionId, at },
        outcome: 'accepted',
        failures: [],
        detail: end.submissionId,
      };
    case 'refused':
      if (end.error.code === 'unauthorised') return heldBack('unauthorised', 'refused', end.error);
      if (end.error.code === 'secret-echoed' && (end.error.status === 401 || end.error.status === 403)) {
        return heldBack('unauthorised', 'refused', end.error);
      }
      return {
        event: end.again ? laterAsHeard(end.error, limiter) : { type: 'refuse', reason: plainFailure(end.error) },
        ...because('refused', plainFailure(end.error)),
      };
    case 'not-sent': {
      // Stopped, by whomever: only a journalled wish makes more of it than an interruption.
      if (end.error.code === 'cancelled') return { event: { type: 'interrupted' }, ...unsent(end.refusal) };
      if (end.error.code === 'credential-missing') return heldBack('credential-missing', 'not-sent', end.error);
      // The token's name is a secret: it stays one.
      if (end.error.code === 'own-secret') {
        return { event: { type: 'refuse', reason: plainFailure(end.error) }, ...unsent(end.refusal, end.error) };
      }
      return { event: later(end.error, limiter.hold(end.error)), ...unsent(end.refusal, end.error) };
    }
    case 'file-changed':
      return {
        event: { type: 'refuse', reason: { code: 'file-changed', detail: end.detail } },
        ...unsent(end.refusal),
        detail: end.detail,
        prepareAgain: true,
      };
    case 'file-unreadable':
      return {
        event: { type: 'refuse', reason: fileFailure(end.code, end.detail) },
        ...unsent(end.refusal),
        detail: end.detail,
      };
    case 'unknown': {
      const { error } = end;
      return {
        event: answerLost(at, error.code === 'cancelled' ? { code: 'stopped' } : plainFailure(error)),
        ...because('unknown', plainFailure(error)),
        // Only the file is in doubt: the others would be answered alike.
        ...(error.status === 401 || error.status === 403 ? { credential: 'unauthorised' } : {}),
      };
    }
    case 'part-unreadable': {
      const { reason } = end;
      return {
        event: { type: 'refuse', reason },
        ...because('not-sent'),
        detail: reason.detail ?? null,
        prepareAgain: true,
      };
    }
    case 'refused-what-it-took': {
      const reason = { code: end.kind, ...(end.said === null ? {} : { detail: end.said }) } as const;
      return { event: { type: 'refuse', reason }, ...because('refused', reason) };
    }
    case 'id-of-other-bytes': {
      const reason = { code: end.kind, detail: `The answer: submission_id ${end.submissionId}` } as const;
      return { event: answerLost(at, reason), ...because('unknown', reason) };
    }
  }
}

/** The file is not to blame, so it goes back to its place in the queue. The service did not take it: it may be sent again. */
function heldBack(
  credential: 'unauthorised' | 'credential-missing',
  outcome: 'refused' | 'not-sent',
  error: ServiceError,
): Consequence {
  return { event: { type: 'interrupted' }, ...because(outcome, plainFailure(error)), credential };
}

/** What was refused before under another form of the path went out all the same: it is looked for before it goes again. */
function unsent(refusal: ServiceError | undefined, ...errors: readonly ServiceError[]) {
  const failures = [...(refusal === undefined ? [] : [refusal]), ...errors].map(plainFailure);
  return because(refusal === undefined ? 'not-sent' : 'refused', ...failures);
}

function because<Outcome extends Attempt['outcome']>(outcome: Outcome, ...failures: readonly Failure[]) {
  return { outcome, failures, detail: null };
}

/** Unless a person has ended the pause meanwhile. */
function laterAsHeard(error: ServiceError, limiter: Limiter): SubmissionEvent {
  return later(error, limiter.held()?.until ?? limiter.hold(error));
}

function later(error: ServiceError, until: number): SubmissionEvent {
  return { type: 'retry-later', until: new Date(until).toISOString(), reason: plainFailure(error) };
}
