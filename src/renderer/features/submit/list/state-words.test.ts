import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FailureCode } from '../../../../shared/failures/failure-codes.ts';
import type { Check, OtherContent, SubmissionState } from '../../../../shared/submissions/submission-state.ts';
import { explanation } from '../details/explanation.ts';
import { stateWords } from './state-words.ts';

const now = Date.parse('2026-01-12T10:00:00Z');
const quiet = { progress: null, now };
const reason = { code: 'too-large', inWords: 'The file is too large. Split it.' } as const;

test('sending tells how much of the file has gone', () => {
  const progress = { id: 1, done: 459, total: 1000 };
  expect(stateWords({ kind: 'sending', attempt: 1 }, { progress, now }).label).toBe('Sending 45 %');
});

test('a file that waits for the keychain says so until its first byte has gone', () => {
  const keychain = { code: 'keychain-unanswering' } as const;
  const state = { kind: 'sending', attempt: 1 } as const;
  expect(stateWords(state, { ...quiet, keychain })).toMatchObject({
    label: 'Waiting for your keychain',
    hint: 'Your keychain does not answer.',
  });
  const progress = { id: 1, done: 459, total: 1000 };
  expect(stateWords(state, { progress, now, keychain }).label).toBe('Sending 45 %');
});

test('a file that is read before it is sent tells how far', () => {
  const progress = { id: 1, done: 42, total: 100 };
  expect(stateWords({ kind: 'preparing' }, { progress, now }).label).toBe('Reading 42 %');
  expect(stateWords({ kind: 'preparing' }, quiet).label).toBe('Getting ready');
});

test('sending tells which try it is from the second on', () => {
  const progress = { id: 1, done: 0, total: 1000 };
  expect(stateWords({ kind: 'sending', attempt: 3 }, { progress, now }).label).toBe('Sending 0 % (try 3)');
});

test('a file that has gone out whole waits for its receipt', () => {
  const progress = { id: 1, done: 1000, total: 1000 };
  const { label } = stateWords({ kind: 'sending', attempt: 1 }, { progress, now });
  expect(label).toBe('Sent — waiting for the receipt');
});

test('a retry counts down to its time', () => {
  const state = { kind: 'retrying', until: '2026-01-12T10:00:45Z', reason } as const;
  expect(stateWords(state, quiet).label).toBe('Retrying in 45 s');
});

test('a file that found no connection waits quietly: why is said once, above the list', () => {
  const state = {
    kind: 'retrying',
    until: '2026-01-12T10:00:45Z',
    reason: { code: 'unreachable', values: { why: 'no-answer' } },
  } as const;
  expect(stateWords(state, quiet)).toEqual({ label: 'Waiting for the connection', hint: null, tone: 'quiet' });
  expect(explanation(state)).toContain('sent automatically');
});

test('a file beyond a known limit names it', () => {
  const values = { limit: 1_000_000, taken: null, said: null };
  const { hint } = stateWords({ kind: 'rejected', reason: { code: 'too-large', values } }, quiet);
  expect(hint).toMatch(/accepts \((1 MB|≈ 977 KB)\)\./);
  const odd = { ...values, limit: 1_048_576 };
  const rounded = stateWords({ kind: 'rejected', reason: { code: 'too-large', values: odd } }, quiet).hint;
  expect(rounded).toMatch(/accepts \((≈ 1 MB|1 MB)\)\./);
});

test('a retry whose time has come waits for its turn, and never says that it is tried now', () => {
  const state = { kind: 'retrying', until: '2026-01-12T09:59:00Z', reason } as const;
  expect(stateWords(state, quiet).label).toBe('Waiting to retry');
});

test('a file that waits for a pause of the service says until when, and asks nobody to try again', () => {
  const state = { kind: 'retrying', until: '2026-01-12T09:59:00Z', reason: { code: 'rate-limited' } } as const;
  expect(stateWords(state, { ...quiet, pausedUntil: now + 45_000 })).toEqual({
    label: 'Retrying in 45 s',
    hint: 'The service asks for a pause between requests.',
    tone: 'warn',
  });
});

test('a refusal tells its reason in the words that came with it', () => {
  expect(stateWords({ kind: 'rejected', reason }, quiet)).toEqual({
    label: 'Not submitted',
    hint: 'The file is too large. Split it.',
    tone: 'bad',
  });
});

const unsettled = (check: Check, code: FailureCode = 'unreachable'): SubmissionState => ({
  kind: 'unsettled',
  since: '2026-01-12T09:59:00Z',
  reason: { code, inWords: 'Everything was sent. The connection broke off.' },
  check,
});

test('a lost answer that is looked for is told in one line, as work, with the time left', () => {
  expect(stateWords(unsettled({ kind: 'checking', until: '2026-01-12T10:02:00Z' }), quiet)).toEqual({
    label: 'Checking with the service — 2 min',
    hint: null,
    tone: 'active',
  });
  const { label } = stateWords(unsettled({ kind: 'checking', until: '2026-01-12T10:00:45Z' }), quiet);
  expect(label).toBe('Checking with the service — 45 s');
});

test('a check never tells a time below one second, however long it takes or the clock was put forward', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000, max: 999 }), (ms) => {
      const until = new Date(now + ms).toISOString();
      expect(stateWords(unsettled({ kind: 'checking', until }), quiet).label).toBe('Checking with the service');
    }),
  );
});

test.each([
  ['unreachable', 'No clear answer. You may have paid for it.'],
  ['interrupted', 'No clear answer. You may have paid for it.'],
  ['server-error', 'The service failed. You may have paid for it.'],
  ['unavailable', 'The service failed. You may have paid for it.'],
  ['perhaps-taken', 'The service refused it, but its records may show it.'],
] as const)(
  'a file of which the records can’t tell is not known, never failed, and says so by its reason %s',
  (code, hint) => {
    const words = stateWords(unsettled({ kind: 'cannot-tell', why: 'no-records' }, code), quiet);
    expect(words).toEqual({ label: 'We don’t know yet', hint, tone: 'warn' });
  },
);

test.each([
  [
    'not-enough-credits',
    'Insufficient credits for user id 7',
    'Not enough credits. The service tries again automatically.',
  ],
  ['failed-in-service', 'TIME\u202eOUT', 'The service says “TIME\ufffdOUT” and tries again automatically.'],
  ['failed-in-service', undefined, 'The service’s last try failed. It tries again automatically.'],
] as const)('a delayed file says why (%s, %s) and that the service goes on', (code, detail, hint) => {
  const why = { code, ...(detail === undefined ? {} : { detail }) };
  const state = { kind: 'delayed', submissionId: 'a', at: '2026-01-12T09:59:00Z', reason: why } as const;
  expect(stateWords(state, quiet)).toEqual({ label: 'Delayed', hint, tone: 'warn' });
});

test('a receipt is told as submitted, then as confirmed', () => {
  const receipt = { submissionId: 'a', at: '2026-01-12T09:59:00Z' };
  expect(stateWords({ kind: 'submitted', ...receipt }, quiet).label).toBe('Submitted — waiting for a block');
  expect(stateWords({ kind: 'confirmed', ...receipt }, quiet).label).toBe('Confirmed in a block');
});

test('where no record can be read, a receipt is told without a block that would never come', () => {
  const submitted: SubmissionState = { kind: 'submitted', submissionId: 'a', at: '2026-01-12T09:59:00Z' };
  expect(stateWords(submitted, { ...quiet, readsRecords: false }).label).toBe('Submitted');
  expect(explanation(submitted, false)).toContain('access token');
  expect(explanation(submitted, false)).not.toContain('soon');
});

const place = { locale: 'en-GB', timeZone: 'UTC' };

test('a file that was submitted before says when, and under which name', () => {
  const of = { localId: 1, name: 'first.pdf', submissionId: 'a', at: '2025-05-03T09:59:00Z' };
  expect(stateWords({ kind: 'paused', why: { kind: 'duplicate', of } }, { ...quiet, place })).toEqual({
    label: 'Submitted before',
    hint: 'The same contents were submitted on 3 May 2025, as “first.pdf”.',
    tone: 'warn',
  });
});

test('a file that is in the list twice names the other one', () => {
  const of = { localId: 1, name: 'first.pdf', submissionId: null, at: '2026-01-12T09:59:00Z' };
  const { hint } = stateWords({ kind: 'paused', why: { kind: 'duplicate', of } }, quiet);
  expect(hint).toBe('“first.pdf” has the same contents.');
});

test('a file that was tried again only just now says that it waits a few seconds, and goes on by itself', () => {
  const held = { kind: 'waiting', awaits: 'next-try' } as const;
  expect(stateWords(held, quiet)).toMatchObject({ label: 'Waiting', hint: expect.stringContaining('a few seconds') });
  expect(explanation(held)).toContain('continues automatically');
});

test('a file that waits for the service’s records says so, and one that they could not tell of waits for a word', () => {
  const { hint } = stateWords({ kind: 'waiting', awaits: 'records' }, quiet);
  expect(hint).toContain('the service’s records first');
  expect(explanation({ kind: 'waiting', awaits: 'records' })).toContain('continues automatically');
  const held = stateWords({ kind: 'paused', why: { kind: 'since-copy' } }, quiet);
  expect(held.label).toBe('Waiting for your decision');
});

test('a file beyond the spending limit waits for the person’s word', () => {
  const { label, hint } = stateWords({ kind: 'paused', why: { kind: 'beyond-spending-limit' } }, quiet);
  expect(`${label}: ${hint}`).toBe('Waiting for your decision: It waits because of your spending limit.');
});

const confirmed = { kind: 'confirmed', submissionId: 'a', at: '2026-05-03T12:00:00.000Z' } as const;
const context = { progress: null, now: 0 };
const dataHash = `0x${'1'.repeat(64)}`;

const others: readonly (readonly [string, OtherContent, 'warn' | 'good'])[] = [
  ['of another file of the account warns', { dataHash, of: 'known-file' }, 'warn'],
  [
    'of unknown bytes, amid records that name their files, warns',
    { dataHash, of: 'unknown', unlikeOthers: true },
    'warn',
  ],
  ['of unknown bytes, as from a service that encrypts, does not warn', { dataHash, of: 'unknown' }, 'good'],
];

test.each(others)('a record of other content is said in the row and explained: one %s', (_what, other, tone) => {
  const state: SubmissionState = { ...confirmed, other };
  expect(stateWords(state, context)).toMatchObject({ label: 'Confirmed in a block', tone });
  expect(stateWords(state, context).hint).not.toBeNull();
  expect(explanation(state)).toMatch(/has .* hash .*ask the service’s operator/i);
});

test('a record of the file’s own content is confirmed, and no more is said', () => {
  expect(stateWords(confirmed, context)).toEqual({ label: 'Confirmed in a block', hint: null, tone: 'good' });
});
