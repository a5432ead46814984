import { expect, test } from 'vitest';
import { waitingWords } from '../../../shared/messages/submissions/waiting.ts';
import { RateLimiter } from '../../service/index.ts';
import { RetriedWrites } from '../../storage/index.ts';
import { Estimates } from '../cost/estimates.ts';
import { submission } from '../journal/submission.fixture.ts';
import { AccountQueues } from '../queue/account-queue.ts';
import { Batch } from './batch.ts';
import { Summaries, type WaitingFacts, waitingFor } from './summaries.ts';

const start = Date.parse('2026-05-03T12:00:00.000Z');
const reason = { code: 'internal' } as const;

test('the time left waits for what is checked as well, and is left to its row when nothing else moves', () => {
  const clock = { now: () => start, monotonic: () => 0 };
  const batch = new Batch(clock.monotonic);
  const summaries = new Summaries({
    clock,
    batchOf: () => batch,
    rateLimiter: () => new RateLimiter(clock),
    retriedWrites: new RetriedWrites(
      () => undefined,
      () => undefined,
    ),
    estimates: new Estimates([], () => null),
    destination: () => null,
    accountProblem: () => null,
    accounts: new AccountQueues(),
  });
  const until = new Date(start + 90_000).toISOString();
  const lost = { kind: 'unsettled', since: until, reason, check: { kind: 'checking', until } } as const;
  batch.observe(submission(1, 10, lost));
  batch.observe(submission(2, 10, { kind: 'sending', attempt: 1 }));
  expect(summaries.of('a').summary.secondsLeft).toBe(90);
  batch.observe(submission(2, 10, { kind: 'submitted', submissionId: 'x', at: until }));
  const { filesDone, secondsLeft, waitingFor } = summaries.of('a').summary;
  expect({ filesDone, secondsLeft, waitingFor }).toEqual({ filesDone: 1, secondsLeft: null, waitingFor: null });
});

const facts: WaitingFacts = {
  moving: 0,
  sending: 0,
  checking: 0,
  paused: 0,
  account: null,
  hold: null,
  diskProblem: false,
  learning: false,
  awaitsRecords: false,
  host: null,
};

test('files that are checked are not called paused', () => {
  expect(waitingFor({ ...facts, checking: 3 })).toBeNull();
  expect(waitingFor({ ...facts, checking: 3, paused: 1 })).toBeNull();
  expect(waitingFor({ ...facts, paused: 1 })).toEqual({ kind: 'person' });
});

test('where the records may be late, it is said until when nothing is sent', () => {
  const late = waitingFor({ ...facts, moving: 1, awaitsRecords: start });
  expect(late).toEqual({ kind: 'records', until: new Date(start).toISOString() });
  expect(late && waitingWords(late, start)).toMatch(/nothing is sent until .*\d/);
  expect(waitingFor({ ...facts, moving: 1, awaitsRecords: true })).toEqual({ kind: 'records', until: null });
  expect(waitingWords({ kind: 'records', until: null }, start)).not.toContain('until');
});
