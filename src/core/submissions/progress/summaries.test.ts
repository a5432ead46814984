import { expect, test } from 'vitest';
import { waitingWords } from '../../../shared/messages/submissions.ts';
import { type BatchCounts, noFiles } from '../../../shared/submissions/batch-status.ts';
import type { Destination } from '../../accounts/index.ts';
import { type Clock, RateLimiter } from '../../service/index.ts';
import { RetriedWrites } from '../../storage/index.ts';
import { noClaims } from '../claims.ts';
import { Estimates } from '../cost/estimates.ts';
import { submission } from '../journal/submission.fixture.ts';
import { sendingAccounts } from '../sending-accounts.fixture.ts';
import { AccountQueues } from './account-queue.ts';
import { Batch } from './batch.ts';
import { batchesOf } from './batches.fixture.ts';
import { Summaries, type WaitingFacts, waitingFor } from './summaries.ts';

const start = Date.parse('2026-05-03T12:00:00.000Z');
const reason = { code: 'internal' } as const;
const noAnswer = { code: 'unreachable', values: { why: 'no-answer' } } as const;
const ready: Destination = {
  submitBy: { variant: 'api-key' },
  connection: {
    baseUrl: 'https://a.example',
    submitBaseUrl: null,
    credentials: async () => ({ apiKey: 'a', accessToken: null }),
  },
};

function summariesOf(batch: Batch, clock: Clock, limiter = new RateLimiter(clock)): Summaries {
  const accounts = sendingAccounts({
    destination: () => ready,
    submitBy: () => ready.submitBy,
    rateLimiter: () => limiter,
  });
  const retriedWrites = new RetriedWrites(
    () => undefined,
    () => undefined,
  );
  const estimates = new Estimates([], () => null);
  return new Summaries(accounts, noClaims, retriedWrites, estimates, batchesOf(batch), new AccountQueues());
}

test('files that are only checked have no time left in the summary', () => {
  const clock = { now: () => start, monotonic: () => 0 };
  const batch = new Batch(clock.monotonic);
  const summaries = summariesOf(batch, clock);
  const until = new Date(start + 90_000).toISOString();
  const lost = { kind: 'unsettled', since: until, reason, check: { kind: 'checking', until } } as const;
  batch.observe(submission(1, 10, lost));
  batch.observe(submission(2, 10, { kind: 'submitted', submissionId: 'x', at: until }));
  const { counts, secondsLeft, waitingFor } = summaries.of('a').summary;
  expect({ counts, secondsLeft, waitingFor }).toEqual({
    counts: { ...noFiles, checking: 1, submitted: 1 },
    secondsLeft: null,
    waitingFor: null,
  });
});

test('no time left is shown while the service is unreachable', () => {
  let now = 0;
  const clock = { now: () => start + now, monotonic: () => now };
  const batch = new Batch(clock.monotonic);
  const limiter = new RateLimiter(clock);
  const summaries = summariesOf(batch, clock, limiter);
  for (const id of [1, 2, 3]) batch.observe(submission(id, 10, { kind: 'waiting' }));
  summaries.of('a');
  now = 1_000;
  batch.observe(submission(1, 10, { kind: 'submitted', submissionId: 'x', at: new Date(start).toISOString() }));
  expect(summaries.of('a').summary.secondsLeft).toBe(2);
  limiter.hold({ code: 'unreachable' });
  const until = new Date(start + 2_000).toISOString();
  batch.observe(submission(2, 10, { kind: 'retrying', until, reason: noAnswer }));
  const { secondsLeft, waitingFor } = summaries.of('a').summary;
  expect({ secondsLeft, waits: waitingFor?.kind }).toEqual({ secondsLeft: null, waits: 'unreachable' });
});

test('a missing connection is shown from the first failed attempt until bytes are sent again', () => {
  let now = 0;
  const clock = { now: () => start + now, monotonic: () => now };
  const batch = new Batch(clock.monotonic);
  const limiter = new RateLimiter(clock);
  const summaries = summariesOf(batch, clock, limiter);
  const kind = (): string | undefined => summaries.of('a').summary.waitingFor?.kind;
  batch.observe(submission(1, 10, { kind: 'waiting' }));
  batch.observe(submission(2, 10, { kind: 'waiting' }));
  expect(kind()).toBeUndefined();
  limiter.hold({ code: 'unreachable' });
  const until = new Date(start + 1_000).toISOString();
  batch.observe(submission(1, 10, { kind: 'retrying', until, reason: noAnswer }));
  expect(kind()).toBe('unreachable');
  // The pause is over, and the next attempt has begun.
  now = 120_000;
  expect(limiter.held()).toBeNull();
  batch.observe(submission(2, 10, { kind: 'sending', attempt: 1 }));
  expect(kind()).toBe('unreachable');
  batch.sent({ id: 2, done: 5, total: 10 });
  expect(kind()).toBeUndefined();
});

const facts: WaitingFacts = {
  counts: noFiles,
  sending: 0,
  account: () => null,
  hold: null,
  unreachable: null,
  diskProblem: false,
  teamUnreachable: false,
};
const having = (counts: Partial<BatchCounts>, more: Partial<WaitingFacts> = {}): WaitingFacts => ({
  ...facts,
  ...more,
  counts: { ...noFiles, ...counts },
});
const said = (given: WaitingFacts): string => {
  const waiting = waitingFor(given);
  return waiting === null ? '' : waitingWords(waiting, start);
};

test('files that are checked are not called paused', () => {
  expect(waitingFor(having({ checking: 3 }))).toBeNull();
  expect(waitingFor(having({ checking: 3, paused: 1 }))).toBeNull();
  expect(waitingFor(having({ paused: 1 }))).toEqual({ kind: 'user', paused: 1, undecided: 0 });
});

test('files that wait for a decision are not called paused', () => {
  expect(said(having({ paused: 2 }))).toBe('The rest is paused until you resume it.');
  expect(said(having({ undecided: 2 }))).not.toMatch(/paused|resume/);
  expect(said(having({ undecided: 2 }))).toContain('your decision');
  expect(said(having({ undecided: 2, paused: 1 }))).toMatch(/paused or waits for your decision/);
});

test('a missing connection is shown once for all files, also during the next attempt', () => {
  const words = 'The service can’t be reached. Dropslip keeps trying.';
  expect(said(having({ toGo: 9 }, { unreachable: { failure: noAnswer } }))).toBe(words);
  expect(said(having({ toGo: 8, sending: 1 }, { sending: 1, unreachable: { failure: null } }))).toBe(words);
});

test('a problem that the user can solve is named before a missing connection', () => {
  const failure = { code: 'unreachable', values: { why: 'untrusted', host: 'a.example' } } as const;
  expect(said(having({ toGo: 9 }, { unreachable: { failure } }))).toMatch(/certificate of a\.example.* keeps trying/);
});
