import { expect, test } from 'vitest';
import type { Match } from '../../../shared/bridge/lookup.ts';
import { type Answer, allSentences, answerSentence, entrySentence, matchesSentence } from './answer-sentence.ts';
import { recordOf, submissionOf } from './answers.fixture.ts';
import type { PastedEntry } from './lookup-text.ts';

const noAccount = (): null => null;
const place = { locale: 'en-GB', timeZone: 'Europe/Berlin' };
const record = recordOf();
const { id } = record;
const cost = { amount: '21004500000000', token: 'ethereum', decimals: 18 };
const answer: Answer = {
  submissionId: id,
  record,
  name: 'contract.pdf',
  submission: null,
  cost,
  account: null,
  isFresh: true,
};

test('what is confirmed is said in a few words, with its block, its cost, its id and the zone of its time', () => {
  expect(answerSentence(answer, place)).toBe(
    `contract.pdf: Confirmed — submitted on 12 November 2026 at 14:03 UTC+1 (in block 0x12ab, ≈ 2.4 kB, cost 0.0000210045 ethereum). Submission id ${id}`,
  );
});

test.each<[Partial<Answer>, string]>([
  [
    { record: recordOf({ phase: 'pending' }), cost: null, isFresh: false },
    'contract.pdf: Submitted on 12 November 2026 at 14:03 UTC+1, not yet in a block (≈ 2.4 kB). The service could not be asked right now; this is the last known state.',
  ],
  [
    { record: null, submission: submissionOf({ kind: 'confirmed', submissionId: id, at: '2026-07-01T10:00:00Z' }) },
    'contract.pdf: Seen confirmed on 1 July 2026 at 12:00 UTC+2 (2.4 kB).',
  ],
  [
    { account: 'Work', name: null, cost: null, record: recordOf({ phase: 'pending', amountData: null }) },
    'Submitted on 12 November 2026 at 14:03 UTC+1, not yet in a block. It belongs to the account Work.',
  ],
])('%j is one text', (changes, text) => {
  expect(answerSentence({ ...answer, ...changes }, place)).toBe(`${text} Submission id ${id}`);
});

test('the text about several matches has a line for each', () => {
  const why = { key: 'name', value: 'contract.pdf', from: 0, until: 8 } as const;
  const submission = submissionOf({ kind: 'confirmed', submissionId: id, at: '2026-11-12T13:03:00Z' });
  const match: Match = { accountId: 'a', submissionId: id, submission, phase: 'in-block', at: null, why };
  const matches = [match, { ...match, submission: null, phase: 'pending' as const }];
  expect(matchesSentence({ matches }, '2 submissions match “contract”', () => 'Work')).toBe(
    `2 submissions match “contract”\ncontract.pdf · Confirmed · account Work · ${id}\nSubmitted · account Work · ${id}`,
  );
});

const entry = (line: number, text: string, repeats: number | null = null): PastedEntry => ({
  line,
  text,
  content: { kind: 'text', asked: text },
  key: text,
  repeats,
});

test('each line of a list is answered by itself, and what repeats another is not said twice', () => {
  const entries = [entry(1, 'contract'), entry(2, 'march'), entry(3, 'contract', 0), entry(4, 'nobody')];
  const answers = new Map([
    ['contract', { kind: 'found', accountId: 'a', record, cost: null, name: 'contract.pdf' }],
    ['march', { kind: 'several', count: 2, more: false }],
    ['nobody', { kind: 'not-kept' }],
  ] as const);
  expect(allSentences({ entries, answers }, noAccount, place).split('\n')).toEqual([
    `contract.pdf: Confirmed — submitted on 12 November 2026 at 14:03 UTC+1 (in block 0x12ab, ≈ 2.4 kB). Submission id ${id}`,
    '“march”: matches 2 submissions.',
    '“nobody”: no match on this computer.',
  ]);
});

test('a line that is answered with the submission of another account names it', () => {
  const found = { kind: 'found', accountId: 'b', record, cost: null, name: null } as const;
  const name = (accountId: string): string => `Work ${accountId}`;
  expect(entrySentence(entry(1, id), found, name, place)).toContain('It belongs to the account Work b. Submission id');
});

test('a line for a file that was never submitted says so', () => {
  const submission = submissionOf({ kind: 'cancelled' });
  expect(entrySentence(entry(1, 'contract'), { kind: 'no-receipt', submission }, noAccount, place)).toBe(
    'contract.pdf: Cancelled, never submitted (2.4 kB).',
  );
});

test('a list that no clipboard takes is copied as far as it goes, and says so', () => {
  const entries = Array.from({ length: 20_000 }, (_, line) =>
    entry(line, `a line that is answered by nothing ${line}`),
  );
  const text = allSentences({ entries, answers: new Map() }, noAccount, place);
  expect(text.length).toBeLessThan(1_000_000);
  expect(text.split('\n').at(-1)).toMatch(/more are in the list\. Save it as CSV/);
});
