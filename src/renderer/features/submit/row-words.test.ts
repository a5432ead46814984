import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FailureCode } from '../../../shared/failures/failure-codes.ts';
import type { PartsProgress } from '../../../shared/submissions/parts.ts';
import type { Check, OtherContent, SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { explanation } from './detail-words.ts';
import { partsOf } from './parts.fixture.ts';
import { stateWords, timeOf, timeWords } from './row-words.ts';

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

const at = '2026-01-12T10:00:00Z';
const inParts: SubmissionState = { kind: 'in-parts' };
const said = { code: 'rejected', values: { why: 'refused', said: 'No more today' } } as const;
const incomplete: SubmissionState = { kind: 'incomplete', reason: said };

const told = (state: SubmissionState, parts: PartsProgress) =>
  stateWords(state, { progress: null, now: Date.parse(at), parts });

test('a file whose parts are sent says which comes next, and how many there are by now while none is under way', () => {
  expect(told(inParts, partsOf({ confirmed: 2, sending: 3, toGo: 7 })).label).toBe('Sending part 3 of 12');
  expect(told(inParts, partsOf({ submitted: 1, confirmed: 6, toGo: 5 })).label).toBe('In 12 parts, 7 submitted');
  expect(told(inParts, partsOf({ toGo: 1_048_577, sending: 1 })).label).toBe('Sending part 1 of 1,048,578');
});

test('a part that is checked is told of beside what is sent, and in its place once nothing else is left', () => {
  const trouble = { number: 4, kind: 'slice', status: 'checking' } as const;
  const others = told(inParts, partsOf({ confirmed: 3, checking: 1, sending: 2, toGo: 6 }, trouble));
  expect(others).toMatchObject({ label: 'Sending part 4 of 12', hint: 'Part 4 is being checked with the service.' });
  const alone = told(inParts, partsOf({ confirmed: 11, checking: 1 }, trouble));
  expect(alone.label).toBe('Checking part 4');
  const manifest = told(inParts, partsOf({ confirmed: 11, checking: 1 }, { ...trouble, number: 12, kind: 'manifest' }));
  expect(manifest.label).toBe('Checking the manifest');
});

test('an incomplete file says how much is there, which part is missing, and why', () => {
  const refused = partsOf({ confirmed: 3, rejected: 1, toGo: 8 }, { number: 4, kind: 'slice', status: 'rejected' });
  expect(told(incomplete, refused)).toEqual({
    label: 'Incomplete: 3 of 12 parts submitted',
    hint: 'Part 4 was not submitted: the service refused this. It said: “No more today”',
    tone: 'bad',
  });
  const inDoubt = partsOf({ confirmed: 3, notKnown: 1, toGo: 8 }, { number: 4, kind: 'slice', status: 'notKnown' });
  expect(told(incomplete, inDoubt)).toMatchObject({
    hint: 'Part 4 may have been accepted.',
    tone: 'warn',
  });
});

test('before it starts it says in how many parts it goes, and what that costs', () => {
  const parts = { ...partsOf({ toGo: 6 }), estimate: { cost: { amount: '1200000', token: 'practice', decimals: 6 } } };
  expect(told({ kind: 'waiting' }, parts).hint).toBe('Sent in 6 parts, about 1.2 practice in all.');
  expect(told({ kind: 'waiting' }, partsOf({ toGo: 6 })).hint).toBe('Sent in 6 parts.');
});

test('what is there is said wherever the file rests', () => {
  const parts = partsOf({ confirmed: 1, toGo: 5 });
  expect(told({ kind: 'paused', why: { kind: 'by-person' } }, parts).hint).toBe(
    '1 of 6 parts is with the service. The rest waits.',
  );
  expect(told({ kind: 'cancelled' }, parts).hint).toBe('1 of 6 parts is with the service, and paid for.');
  expect(told({ kind: 'cancelled' }, partsOf({ toGo: 6 })).hint).toBeNull();
  expect(told({ kind: 'rejected', reason: said }, parts).hint).toMatch(
    /refused this.* 1 of 6 parts is with the service/,
  );
});

test('of parts that are with a service that was left the row says where they are, and what can be done', () => {
  const parts = partsOf({ confirmed: 3, rejected: 1 }, { number: 4, kind: 'slice', status: 'rejected' });
  const state: SubmissionState = {
    kind: 'incomplete',
    reason: { code: 'parts-elsewhere', values: { address: 'https://old.example' } },
  };
  expect(told(state, parts).hint).toMatch(/^Its parts are with https:\/\/old\.example, .* or start over/);
});

test('what is wrong with the whole file is not put down to one of its parts', () => {
  const parts = partsOf({ confirmed: 3, rejected: 1 }, { number: 4, kind: 'slice', status: 'rejected' });
  expect(told({ kind: 'incomplete', reason: { code: 'file-changed' } }, parts).hint).toMatch(/^The file was changed/);
});

const addedAt = '2026-05-03T10:00:00Z';
const seenAt = '2026-05-03T10:00:07Z';
const submissionId = '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01';

test.each<[SubmissionState, string, RegExp]>([
  [{ kind: 'waiting' }, addedAt, /^Added [^\n]+$/],
  [
    { kind: 'delayed', submissionId, at: seenAt, reason: { code: 'failed-in-service' } },
    seenAt,
    /^Added [^\n]+\nSubmitted [^\n]+$/,
  ],
  [{ kind: 'submitted', submissionId, at: seenAt }, seenAt, /^Added .+\nSubmitted .+$/],
  [{ kind: 'confirmed', submissionId, at: seenAt }, seenAt, /^Added .+\nSeen confirmed .+$/],
])('of what is $kind the row shows the latest time, and its note all', (state, shown, note) => {
  expect(timeOf({ state, addedAt })).toBe(shown);
  expect(timeWords({ state, addedAt })).toMatch(note);
});
