import { expect, test } from 'vitest';
import type { PastedAnswer } from '../../../shared/bridge/lookup.ts';
import { recordOf, submissionOf } from './answers.fixture.ts';
import { entryWords, foundWords, listCounts } from './list-words.ts';
import type { PastedEntry } from './lookup-text.ts';

const id = recordOf().id;
const entry = (line: number, key: string): PastedEntry => ({
  line,
  text: key,
  content: { kind: 'text', asked: key },
  key,
});
const found: PastedAnswer = { kind: 'found', accountId: 'a', record: recordOf(), cost: null, name: null };

test('a list says how many of its lines came to what', () => {
  const answers = new Map<string, PastedAnswer>([
    ['known', found],
    ['strange', { kind: 'unknown' }],
    ['march', { kind: 'several', count: 3, more: false }],
    ['waiting', { kind: 'no-receipt', submission: submissionOf({ kind: 'waiting' }) }],
  ]);
  const entries = ['strange', 'known', 'march', 'strange', 'waiting', 'later'].map((key, line) => entry(line, key));
  expect(listCounts(entries, ({ key }) => answers.get(key))).toBe(
    '1 confirmed, 2 not found, 1 not submitted, 1 with several matches, 1 not looked up',
  );
});

test.each<[PastedAnswer, string]>([
  [found, 'Confirmed'],
  [{ kind: 'not-kept' }, 'No match on this computer'],
  [{ kind: 'several', count: 2, more: false }, 'Matches 2 submissions'],
  [{ kind: 'several', count: 20, more: true }, 'Matches more than 20 submissions'],
  [{ kind: 'unknown' }, 'The service does not know this id'],
  [{ kind: 'no-receipt', submission: submissionOf({ kind: 'waiting' }) }, 'Not submitted yet'],
])('%j is said as “%s”', (answer, title) => {
  expect(entryWords(answer, true).title).toBe(title);
});

test('beside what was pasted stands of which file the answer speaks, with its id where that was not pasted', () => {
  const named: PastedAnswer = { kind: 'found', accountId: 'a', record: recordOf(), cost: null, name: 'contract.pdf' };
  const kept: PastedAnswer = { kind: 'no-receipt', submission: submissionOf({ kind: 'waiting' }) };
  expect(foundWords(entry(1, 'contract today'), named)).toEqual(['contract.pdf', id]);
  expect(foundWords(entry(1, `4001 · ${id} · Ann`), named)).toEqual(['contract.pdf']);
  expect(foundWords(entry(1, id.toUpperCase()), named)).toEqual(['contract.pdf', id]);
  expect(foundWords(entry(1, 'contract'), kept)).toEqual(['contract.pdf']);
  expect(foundWords(entry(1, 'contract'), { kind: 'several', count: 2, more: false })).toEqual([]);
});
