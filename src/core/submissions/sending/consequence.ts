import type { Attempt } from '../../../shared/bridge/submissions.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { plainFailure, type RateLimiter, type ServiceError, type SubmitOutcome } from '../../service/index.ts';
import { fileFailure } from '../content/file-change.ts';
import { answerLost, type SubmissionEvent } from '../journal/transitions.ts';

/** The end of an attempt. */
export type AttemptEnd =
  | SubmitOutcome
  | { readonly kind: 'id-of-other-bytes'; readonly submissionId: string }
  /** Refused as too large, although the service has accepted much larger files. `said`: the service's words. */
  | { readonly kind: 'refused-what-it-took'; readonly said: string | null }
  /** The bytes of a part have changed or cannot be read. Nothing was sent. */
  | { readonly kind: 'part-unreadable'; readonly reason: Failure };

/** The result of an attempt for the journal, the submission and the account. */
export type Consequence = Pick<Attempt, 'outcome' | 'failures' | 'detail'> & {
  readonly event: SubmissionEvent;
  /** The file has changed, so its digests are void. */
  readonly prepareAgain?: true;
  /** The account's credential is the cause: its queue waits until the user has replaced it. */
  readonly credential?: 'unauthorised' | 'credential-missing';
};

/** A submission that was refused as too large returns to the queue and is sent in smaller parts. */
export function inSmallerPieces(consequence: Consequence, end: AttemptEnd): Consequence {
  const isTooLarge = end.kind === 'refused' && end.error.code === 'too-large';
  return isTooLarge ? { ...consequence, event: { type: 'interrupted' } } : consequence;
}

type Limiter = Pick<RateLimiter, 'held' | 'hold'>;

/**
 * Decides what follows from the end of an attempt. A submission is sent again by itself only if the service cannot have it
 * (`not-sent`) or says "not now" (`refused` with `again`). The limiter knows every answer already, but no lost connection.
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
    case 'not-sent':
      // Only a stored wish of the user makes this more than an interruption.
      if (end.error.code === 'cancelled') return { event: { type: 'interrupted' }, ...unsent(end.refusal) };
      if (end.error.code === 'credential-missing') return heldBack('credential-missing', 'not-sent', end.error);
      // The token's name is a secret.
      if (end.error.code === 'own-secret') {
        return { event: { type: 'refuse', reason: plainFailure(end.error) }, ...unsent(end.refusal, end.error) };
      }
      return { event: later(end.error, limiter.hold(end.error)), ...unsent(end.refusal, end.error) };
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
        // Other files would be refused in the same way.
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

/** The file is not the cause, so it returns to the queue. The service did not accept it. */
function heldBack(
  credential: 'unauthorised' | 'credential-missing',
  outcome: 'refused' | 'not-sent',
  error: ServiceError,
): Consequence {
  return { event: { type: 'interrupted' }, ...because(outcome, plainFailure(error)), credential };
}

/** `refusal`: another form of the path was refused after the body was sent, so it is looked for before it is sent again. */
function unsent(refusal: ServiceError | undefined, ...errors: readonly ServiceError[]) {
  const failures = [...(refusal === undefined ? [] : [refusal]), ...errors].map(plainFailure);
  return because(refusal === undefined ? 'not-sent' : 'refused', ...failures);
}

function because<Outcome extends Attempt['outcome']>(outcome: Outcome, ...failures: readonly Failure[]) {
  return { outcome, failures, detail: null };
}

/** Uses the pause of the limiter, which the user may have ended. */
function laterAsHeard(error: ServiceError, limiter: Limiter): SubmissionEvent {
  return later(error, limiter.held()?.until ?? limiter.hold(error));
}

function later(error: ServiceError, until: number): SubmissionEvent {
  return { type: 'retry-later', until: new Date(until).toISOString(), reason: plainFailure(error) };
}
