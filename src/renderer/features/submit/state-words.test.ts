import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { PartsProgress } from '../../../shared/submissions/parts.ts';
import {
  type Check,
  cannotTellCodes,
  type OtherContent,
  type SubmissionState,
} from '../../../shared/submissions/submission-state.ts';
import { britishTime } from '../../ui/british-time.fixture.ts';
import { partsOf } from './parts.fixture.ts';
import { cannotTellWords, rowSentence, stateWords, timeOf, timeWords } from './state-words.ts';

vi.mock(import('../../../shared/time.ts'), async (original) => britishTime(await original(), 'UTC'));

const now = Date.parse('2026-01-12T10:00:00Z');
const reason = { code: 'rejected', values: { why: 'refused', said: 'No more today' } } as const;

type More = {
  readonly done?: number;
  readonly readsRecords?: boolean;
  readonly parts?: PartsProgress;
};

function words(state: SubmissionState, { done, readsRecords = true, parts }: More = {}) {
  const progress = done === undefined ? null : { id: 1, done, total: 1000 };
  return stateWords({ state, parts: parts ?? null }, { progress, now, readsRecords });
}

const inRow = (state: SubmissionState, more: More = {}): string | null => rowSentence(words(state, more));

test.each<[SubmissionState, number | undefined, string]>([
  [{ kind: 'sending', attempt: 1 }, 459, 'Sending 45 %'],
  [{ kind: 'sending', attempt: 3 }, 0, 'Sending 0 % (try 3)'],
  [{ kind: 'sending', attempt: 1 }, 1000, 'Sent — waiting for the receipt'],
  [{ kind: 'preparing' }, 420, 'Reading 42 %'],
  [{ kind: 'preparing' }, undefined, 'Getting ready'],
])('%j after %s of 1,000 bytes says how far it is: %s', (state, done, label) => {
  expect(words(state, done === undefined ? {} : { done }).label).toBe(label);
});

test('a retry counts down to its time, and then waits for its turn', () => {
  const state = { kind: 'retrying', until: '2026-01-12T10:00:45Z', reason: { code: 'rate-limited' } } as const;
  expect(words(state)).toMatchObject({
    label: 'Retrying in 45 s',
    sentence: 'The service asks for a pause between requests.',
    tone: 'warn',
  });
  expect(words({ ...state, until: '2026-01-12T09:59:00Z' }).label).toBe('Waiting to retry');
});

test('a file without a connection waits quietly: the strip above the list says why', () => {
  const without = (why: 'no-answer' | 'broke-off-sending'): SubmissionState => {
    return { kind: 'retrying', until: '2026-01-12T10:00:45Z', reason: { code: 'unreachable', values: { why } } };
  };
  expect(words(without('no-answer'))).toMatchObject({ label: 'Waiting for the connection', tone: 'quiet' });
  expect(inRow(without('no-answer'))).toBeNull();
  expect(words(without('broke-off-sending')).sentence).toContain('set its largest upload under Accounts');
});

test('a file beyond a known limit names it', () => {
  const values = { limit: 1_048_576, taken: null, said: null };
  expect(inRow({ kind: 'rejected', reason: { code: 'too-large', values } })).toMatch(/accepts \((≈ 1 MB|1 MB)\)\./);
});

test('a refusal says its reason', () => {
  expect(words({ kind: 'rejected', reason })).toMatchObject({
    label: 'Not submitted',
    sentence: 'The service refused this. It said: “No more today”',
    tone: 'bad',
  });
});

const unsettled = (check: Check): SubmissionState => ({
  kind: 'unsettled',
  since: '2026-01-12T09:59:00Z',
  reason: { code: 'server-error', values: { said: null } },
  check,
});

test('a file that is being checked is work, with the time left', () => {
  const state = unsettled({ kind: 'checking', until: '2026-01-12T10:02:00Z' });
  expect(words(state)).toMatchObject({ label: 'Checking with the service — 2 min', tone: 'active' });
  expect(inRow(state)).toBeNull();
});

test('a check never shows a time below one second', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000, max: 999 }), (ms) => {
      const until = new Date(now + ms).toISOString();
      expect(words(unsettled({ kind: 'checking', until })).label).toBe('Checking with the service');
    }),
  );
});

test('an uncertain file is never called failed, and says first that it may be paid for', () => {
  const state = unsettled({ kind: 'cannot-tell', why: 'no-records' });
  expect(words(state)).toMatchObject({ label: 'We don’t know yet', tone: 'warn' });
  expect(inRow(state)).toBe('You may have paid for it. Something went wrong inside the service.');
});

test('no reason for not knowing says that nothing was charged, and each asks the user', () => {
  for (const why of cannotTellCodes) {
    for (const readsRecords of [true, false]) {
      expect(cannotTellWords(why, readsRecords)).not.toMatch(/not (submitted|charged)|nothing was/i);
      expect(cannotTellWords(why, readsRecords)).toContain('choose it here');
    }
    expect(cannotTellWords(why, false)).toContain('needs an access token');
  }
});

test.each([
  ['not-enough-credits', 'Insufficient credits for user id 7', 'Not enough credits.'],
  ['failed-in-service', 'TIME\u202eOUT', 'The service says “TIME\ufffdOUT” and tries again automatically.'],
  ['failed-in-service', undefined, 'The service’s last try failed. It tries again automatically.'],
] as const)('a delayed file says why (%s, %s), and that a second submission may be paid twice', (code, detail, why) => {
  const failure = { code, ...(detail === undefined ? {} : { detail }) };
  const state = { kind: 'delayed', submissionId: 'a', at: '2026-01-12T09:59:00Z', reason: failure } as const;
  expect(inRow(state)).toContain(why);
  expect(inRow(state)).toContain('you may pay twice');
});

test('a receipt is called submitted, then confirmed, and without records no block is promised', () => {
  const receipt = { submissionId: 'a', at: '2026-01-12T09:59:00Z' };
  expect(words({ kind: 'submitted', ...receipt }).label).toBe('Submitted — waiting for a block');
  expect(words({ kind: 'confirmed', ...receipt }).label).toBe('Confirmed in a block');
  const unseen = words({ kind: 'submitted', ...receipt }, { readsRecords: false });
  expect(unseen.label).toBe('Submitted');
  expect(unseen.sentence).toMatch(/access token/);
  expect(unseen.sentence).not.toMatch(/soon/);
});

test('a duplicate names the other file, and when it was submitted', () => {
  const before = { localId: 1, name: 'first.pdf', submissionId: 'a', at: '2025-05-03T09:59:00Z' };
  expect(words({ kind: 'paused', why: { kind: 'duplicate', of: before } })).toMatchObject({
    label: 'Submitted before',
    sentence: 'The same contents were submitted on 3 May 2025, as “first.pdf”.',
    tone: 'warn',
  });
  const twice = { ...before, submissionId: null };
  expect(inRow({ kind: 'paused', why: { kind: 'duplicate', of: twice } })).toBe('“first.pdf” has the same contents.');
});

test('a file with contents that another desk has claimed waits quietly for that desk', () => {
  const of = { localId: 0, name: 'a.pdf', submissionId: null, at: '2026-01-12T09:30:00Z', desk: 'Front office' };
  expect(words({ kind: 'paused', why: { kind: 'duplicate', of } })).toMatchObject({
    label: 'Waits for Front office',
    sentence: expect.stringMatching(/^The desk “Front office” claimed the same contents today at 09:30 and may be /),
    tone: 'quiet',
  });
});

test('a duplicate of a colleague’s submission names the desk, and one of an imported receipt the file', () => {
  const of = { localId: 0, name: 'a.pdf', submissionId: 'a', at: '2025-05-03T09:59:00Z' };
  expect(inRow({ kind: 'paused', why: { kind: 'duplicate', of: { ...of, desk: 'Front office' } } })).toBe(
    'The desk “Front office” submitted the same contents on 3 May 2025.',
  );
  expect(inRow({ kind: 'paused', why: { kind: 'duplicate', of: { ...of, desk: '' } } })).toBe(
    'The same contents were submitted on 3 May 2025, as “a.pdf”.',
  );
});

test('files that wait for a decision say why', () => {
  expect(inRow({ kind: 'paused', why: { kind: 'beyond-spending-limit' } })).toContain('spending limit');
  expect(inRow({ kind: 'paused', why: { kind: 'since-copy' } })).toContain('since the copy');
});

const confirmed = { kind: 'confirmed', submissionId: 'a', at: '2026-05-03T12:00:00.000Z' } as const;
const dataHash = `0x${'1'.repeat(64)}`;

test.each<[string, OtherContent, 'warn' | 'good']>([
  ['of another file of the account warns', { dataHash, of: 'known-file' }, 'warn'],
  ['of unknown bytes, as from a service that encrypts, does not warn', { dataHash, of: 'unknown' }, 'good'],
])('a record %s', (_what, other, tone) => {
  expect(words({ ...confirmed, other })).toMatchObject({ label: 'Confirmed in a block', tone });
  expect(words({ ...confirmed, other }).sentence).toMatch(/hash.*operator/);
});

const inParts: SubmissionState = { kind: 'in-parts' };
const said = { code: 'rejected', values: { why: 'refused', said: 'No more today' } } as const;
const incomplete: SubmissionState = { kind: 'incomplete', reason: said };
const part = { number: 4, kind: 'slice' } as const;

test('a file in parts says which part comes next, and while none is sent how many are there', () => {
  const label = (counts: Parameters<typeof partsOf>[0]) => words(inParts, { parts: partsOf(counts) }).label;
  expect(label({ confirmed: 2, sending: 3, toGo: 7 })).toBe('Sending part 3 of 12');
  expect(label({ submitted: 1, confirmed: 6, toGo: 5 })).toBe('In 12 parts, 7 submitted');
});

test('a part that is being checked is named', () => {
  const trouble = { ...part, status: 'checking' } as const;
  const parts = partsOf({ confirmed: 3, checking: 1, sending: 2, toGo: 6 }, trouble);
  expect(inRow(inParts, { parts })).toBe('Part 4 is being checked with the service.');
  const alone = partsOf({ confirmed: 11, checking: 1 }, trouble);
  expect(words(inParts, { parts: alone }).label).toBe('Checking part 4');
});

test('an incomplete file says how much is there, which part is missing, and why', () => {
  const refused = partsOf({ confirmed: 3, rejected: 1, toGo: 8 }, { ...part, status: 'rejected' });
  expect(words(incomplete, { parts: refused })).toMatchObject({
    label: 'Incomplete: 3 of 12 parts submitted',
    sentence: 'Part 4 was not submitted. The service refused this. It said: “No more today”',
    tone: 'bad',
  });
  const inDoubt = partsOf({ confirmed: 3, notKnown: 1, toGo: 8 }, { ...part, status: 'notKnown' });
  expect(words(incomplete, { parts: inDoubt })).toMatchObject({
    sentence: 'Part 4 may have been accepted, so it is not sent again automatically.',
    tone: 'warn',
  });
  expect(inRow({ kind: 'incomplete', reason: { code: 'file-changed' } }, { parts: refused })).toMatch(
    /^The file was changed/,
  );
});

test('a file that rests says which parts are there and paid for', () => {
  const parts = partsOf({ confirmed: 1, toGo: 5 });
  const there = '1 of 6 parts is with the service, and paid for.';
  expect(inRow({ kind: 'paused', why: { kind: 'by-user' } }, { parts })).toBe(there);
  expect(inRow({ kind: 'cancelled' }, { parts })).toBe(there);
  expect(inRow({ kind: 'cancelled' }, { parts: partsOf({ toGo: 6 }) })).toBeNull();
  expect(inRow({ kind: 'rejected', reason: said }, { parts })).toContain(there);
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
