import type { Attempt } from '../../../shared/bridge/submissions.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { plainFailure, type RateLimiter, type ServiceError, type SubmitOutcome } from '../../service/index.ts';
import type { SubmissionEvent } from '../journal/transitions.ts';
import { fileChanged, stoppedWhileAwaited, unreadableFile } from '../sentences.ts';
import { checkedUntil } from '../settling/search.ts';

/** What follows from the end of one try: for the journal, for the submission, and for what the account waits for. */
export type Consequence = {
  readonly event: SubmissionEvent;
  readonly outcome: Attempt['outcome'];
  readonly detail: string | null;
  /** The file is not what was prepared: its digest is void. */
  readonly prepareAgain?: true;
  /** The account's credential is to blame: its queue waits until a person has seen to it, and goes on by itself then. */
  readonly credential?: 'unauthorised' | 'credential-missing';
};

type Limiter = Pick<RateLimiter, 'held' | 'hold'>;

/**
 * Decides what follows from an upload's outcome. The retry rule of the design stands here: sent again by itself is only
 * what the service cannot have (`not-sent`) or has said "not now" to (`refused` with `again`).
 * The limiter has heard every answer; of what came to none it hears here.
 */
export function consequenceOf(outcome: SubmitOutcome, at: string, limiter: Limiter): Consequence {
  switch (outcome.kind) {
    case 'accepted':
      return {
        event: { type: 'accepted', submissionId: outcome.submissionId, at },
        outcome: 'accepted',
        detail: outcome.submissionId,
      };
    case 'refused':
      if (outcome.error.code === 'unauthorised') return heldBack('unauthorised', 'refused', outcome.error);
      if (outcome.error.code === 'secret-echoed' && (outcome.error.status === 401 || outcome.error.status === 403)) {
        return heldBack('unauthorised', 'refused', outcome.error);
      }
      return {
        event: outcome.again
          ? laterAsHeard(outcome.error, limiter)
          : { type: 'refuse', reason: plainFailure(outcome.error) },
        outcome: 'refused',
        detail: text(outcome.error),
      };
    case 'not-sent': {
      // Stopped, by whomever: only a journalled wish makes more of it than an interruption.
      if (outcome.error.code === 'cancelled') {
        return { event: { type: 'interrupted' }, ...unsent(outcome.refusal, null) };
      }
      if (outcome.error.code === 'credential-missing') {
        return heldBack('credential-missing', 'not-sent', outcome.error);
      }
      return {
        event: later(outcome.error, limiter.hold(outcome.error)),
        ...unsent(outcome.refusal, text(outcome.error)),
      };
    }
    case 'file-changed':
      return {
        event: { type: 'refuse', reason: { ...fileChanged, detail: outcome.detail } },
        ...unsent(outcome.refusal, outcome.detail),
        prepareAgain: true,
      };
    case 'file-unreadable':
      return {
        event: { type: 'refuse', reason: unreadableFile(outcome.code, outcome.detail) },
        ...unsent(outcome.refusal, outcome.detail),
      };
    case 'unknown': {
      const { error } = outcome;
      return {
        event: { type: 'lose-answer', since: at, until: checkedUntil(at), reason: lost(error) },
        outcome: 'unknown',
        detail: text(error),
        // Only the file is in doubt: the others would be answered alike.
        ...(error.status === 401 || error.status === 403 ? { credential: 'unauthorised' } : {}),
      };
    }
  }
}

/** The file is not to blame, so it goes back to its place in the queue. The service did not take it: it may be sent again. */
function heldBack(
  credential: 'unauthorised' | 'credential-missing',
  outcome: 'refused' | 'not-sent',
  error: Failure,
): Consequence {
  return { event: { type: 'interrupted' }, outcome, detail: text(error), credential };
}

/** What was refused before under another form of the path went out all the same: it is looked for before it goes again. */
function unsent(refusal: Failure | undefined, detail: string | null): Pick<Consequence, 'outcome' | 'detail'> {
  if (refusal === undefined) return { outcome: 'not-sent', detail };
  return { outcome: 'refused', detail: detail === null ? text(refusal) : `${text(refusal)}\n${detail}` };
}

/** Unless a person has ended the pause meanwhile. */
function laterAsHeard(error: ServiceError, limiter: Limiter): SubmissionEvent {
  return later(error, limiter.held()?.until ?? limiter.hold(error));
}

function later(error: ServiceError, until: number): SubmissionEvent {
  return { type: 'retry-later', until: new Date(until).toISOString(), reason: plainFailure(error) };
}

/** What was stopped while its answer was awaited says so in its own words. */
function lost(error: ServiceError): Failure {
  return error.code === 'cancelled' ? stoppedWhileAwaited : plainFailure(error);
}

function text(error: Failure): string {
  const message = failureMessage(error);
  return error.detail === undefined ? message : `${message}\n${error.detail}`;
}
