import { setTimeout as wait } from 'node:timers/promises';
import { after, type Clock, msLeft } from '../../service/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { AttemptUnderWay } from '../queue/account-queue.ts';
import type { BeforeResend } from '../settling/search.ts';
import type { Settling } from '../settling/settling.ts';

export type GoingAgainParts = {
  readonly clock: Clock;
  readonly cache: Pick<SubmissionCache, 'get'>;
  /** Looks for a submission in the service's records before its body goes out again. */
  readonly settling: Pick<Settling, 'beforeResend'>;
};

/** So long the records are waited for within a try, where the service asks for a pause. */
const LONGEST_PAUSE_MS = 10 * 60_000;
const SOONEST_LOOK_MS = 1_000;

/** Whether the same body may go out once more within a try, under another form of the path. */
export async function mayGoAgain(
  parts: GoingAgainParts,
  submission: StoredSubmission,
  attempt: AttemptUnderWay,
): Promise<boolean> {
  // Where nothing can be learnt because of a fault of our own, it may have been taken.
  const stopped = Promise.withResolvers<'uncertain'>();
  attempt.abort.signal.addEventListener('abort', () => stopped.resolve('uncertain'));
  const found = lookedFor(parts, submission, attempt.abort.signal).catch(() => 'uncertain' as const);
  const kind = await Promise.race([found, stopped.promise]);
  // What a person has stopped meanwhile goes no further.
  if (isStopped(parts.cache, submission.id)) attempt.abort.abort();
  if (kind === 'settled' || kind === 'uncertain') return false;
  // The next body begins at its first byte: until its last, it can be stopped.
  attempt.whole = false;
  return true;
}

/** Whether a person wants no more of it: a part is stopped with its row. */
export function isStopped(cache: Pick<SubmissionCache, 'get'>, id: number): boolean {
  const submission = cache.get(id);
  if (submission === null) return true;
  const { partOf, wish } = submission;
  return partOf === null ? wish !== null : cache.get(partOf.row)?.state.kind !== 'in-parts';
}

/** What the records tell of a submission, once a pause is over that the service asks for: until then they tell nothing. */
async function lookedFor(
  { clock, settling }: GoingAgainParts,
  submission: StoredSubmission,
  signal: AbortSignal,
): Promise<BeforeResend['kind']> {
  const until = after(clock, LONGEST_PAUSE_MS);
  for (;;) {
    const earlier = await settling.beforeResend(submission);
    if (earlier.kind !== 'unread' || earlier.retryAt === null) return earlier.kind;
    if (msLeft(clock, until) === 0) return 'uncertain';
    const ms = Math.min(Math.max(earlier.retryAt - clock.now(), SOONEST_LOOK_MS), LONGEST_PAUSE_MS);
    await wait(ms, undefined, { signal, ref: false });
  }
}
