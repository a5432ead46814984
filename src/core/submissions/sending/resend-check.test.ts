import { expect, test } from 'vitest';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { submission } from '../journal/submission.fixture.ts';
import { SubmissionCache } from '../journal/submission-cache.ts';
import { mayResend } from './resend-check.ts';

test.each<[SubmissionState, boolean]>([
  [{ kind: 'in-parts' }, false],
  [{ kind: 'cancelled' }, true],
  [{ kind: 'paused', why: { kind: 'by-person' } }, true],
])('of a row that is %j by the time of another try, a part is stopped: %s', async (state, stopped) => {
  const part = { ...submission(2, 10, { kind: 'sending', attempt: 1 }), partOf: { row: 1, level: 0, offset: 0 } };
  const cache = new SubmissionCache([submission(1, 20, state), part]);
  const attempt = { abort: new AbortController(), size: 10, whole: true, givenUpSoon: null };
  const settling = { beforeResend: async () => ({ kind: 'clear' }) as const };
  await mayResend({ cache, settling, clock: { now: Date.now, monotonic: () => 0 } }, part, attempt);
  expect(attempt.abort.signal.aborted).toBe(stopped);
});
