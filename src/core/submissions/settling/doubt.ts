import type { Failure } from '../../../shared/failures/failure.ts';
import type { Clock } from '../../service/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { SubmissionEvent } from '../journal/transitions.ts';
import type { QueueEvents } from '../queue-events.ts';
import { checkedUntil } from './search.ts';

type DoubtParts = {
  readonly clock: Clock;
  readonly cache: Pick<SubmissionCache, 'apply'>;
  /** Writes a submission down. Never rejects. */
  readonly persist: (submission: StoredSubmission) => Promise<void>;
  readonly events: Pick<QueueEvents, 'emit'>;
};

/** What became of an attempt is not known from `at` on: the service's records are asked. */
export function answerLost(at: string, reason: Failure): SubmissionEvent {
  return { type: 'lose-answer', since: at, until: checkedUntil(at), reason };
}

/**
 * A submission that nobody was in doubt about may have been taken. What a person wanted of it meanwhile is kept until its
 * answer is known: of one that is still to be sent that is its wish, and of one that they have stopped, its state.
 * Whether it is in doubt now.
 */
export async function doubt(parts: DoubtParts, submission: StoredSubmission, reason: Failure): Promise<boolean> {
  const { clock, cache, persist, events } = parts;
  const { state, wish } = submission;
  const wanted = state.kind === 'cancelled' ? 'cancel' : state.kind === 'paused' ? 'pause' : wish;
  const event = answerLost(new Date(clock.now()).toISOString(), reason);
  const doubted = cache.apply(submission.id, event, { wish: wanted });
  if (doubted === null) return false;
  await persist(doubted);
  events.emit('doubted', doubted);
  return true;
}
