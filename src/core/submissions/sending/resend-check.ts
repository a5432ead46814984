import { setTimeout as wait } from 'node:timers/promises';
import { after, type Clock, msLeft } from '../../service/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { AttemptUnderWay } from '../progress/account-queue.ts';
import { type BeforeResend, LONGEST_WAIT_FOR_RECORDS_MS, SOONEST_LOOK_MS } from '../settling/search.ts';
import type { Settling } from '../settling/settling.ts';

export type ResendCheckParts = {
  readonly clock: Clock;
  readonly cache: Pick<SubmissionCache, 'get'>;
  readonly settling: Pick<Settling, 'beforeResend'>;
};

/** True if the same body may be sent again within one attempt, to another form of the path. */
export async function mayResend(
  parts: ResendCheckParts,
  submission: StoredSubmission,
  attempt: AttemptUnderWay,
): Promise<boolean> {
  // Uncertain if the check fails or is stopped, because the service may have the first body.
  const stopped = Promise.withResolvers<'uncertain'>();
  attempt.abort.signal.addEventListener('abort', () => stopped.resolve('uncertain'));
  const found = checkAfterPause(parts, submission, attempt.abort.signal).catch(() => 'uncertain' as const);
  const kind = await Promise.race([found, stopped.promise]);
  // The user may have paused or cancelled it in the meantime.
  if (isStopped(parts.cache, submission.id)) attempt.abort.abort();
  if (kind === 'settled' || kind === 'uncertain') return false;
  // Nothing of the next body is sent yet, so it can still be stopped.
  attempt.whole = false;
  return true;
}

/** True if the user paused or cancelled the submission. A part stops with its row. */
export function isStopped(cache: Pick<SubmissionCache, 'get'>, id: number): boolean {
  const submission = cache.get(id);
  if (submission === null) return true;
  const { partOf, wish } = submission;
  return partOf === null ? wish !== null : cache.get(partOf.row)?.state.kind !== 'in-parts';
}

/** Searches the records for the submission. If the service asks for a pause, waits and tries again. */
async function checkAfterPause(
  { clock, settling }: ResendCheckParts,
  submission: StoredSubmission,
  signal: AbortSignal,
): Promise<BeforeResend['kind']> {
  const until = after(clock, LONGEST_WAIT_FOR_RECORDS_MS);
  for (;;) {
    const earlier = await settling.beforeResend(submission);
    if (earlier.kind !== 'unread' || earlier.retryAt === null) return earlier.kind;
    if (msLeft(clock, until) === 0) return 'uncertain';
    const ms = Math.min(Math.max(earlier.retryAt - clock.now(), SOONEST_LOOK_MS), LONGEST_WAIT_FOR_RECORDS_MS);
    await wait(ms, undefined, { signal, ref: false });
  }
}
