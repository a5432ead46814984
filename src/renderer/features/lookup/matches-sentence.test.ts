import { expect, test } from 'vitest';
import type { Match } from '../../../shared/bridge/lookup.ts';
import { matchesSentence } from './answer-sentence.ts';
import { recordOf, submissionOf } from './answers.fixture.ts';

const place = { locale: 'en-GB', timeZone: 'Europe/Berlin' };
const { id } = recordOf();
const match = (changes: Partial<Match> = {}): Match => ({
  accountId: 'a',
  submissionId: id,
  submission: submissionOf({ kind: 'confirmed', submissionId: id, at: '2026-11-12T13:03:00Z' }),
  phase: 'in-block',
  at: '2026-11-12T13:03:00Z',
  why: { key: 'name', value: 'contract.pdf', from: 0, until: 8 },
  ...changes,
});
const said = (matches: readonly Match[], account: string | null = null): string =>
  matchesSentence({ matches, more: false }, `${matches.length} submissions have “contract”`, () => account, place);

test.each<[string, Partial<Match>]>([
  ['contract.pdf was submitted on 12 November 2026 at 14:03 UTC+1, and is confirmed in a block.', {}],
  [
    'contract.pdf was submitted on 12 November 2026 at 14:03 UTC+1, and was not yet in a block when the service was last asked.',
    { phase: 'pending' },
  ],
  [
    'The file was submitted, and was delayed when the service was last asked.',
    { phase: 'failed', submission: null, at: null },
  ],
  ['contract.pdf was seen confirmed on 12 November 2026 at 14:03 UTC+1.', { phase: null }],
])('one match is one sentence and its id: %s', (sentence, changes) => {
  expect(said([match(changes)])).toContain(sentence);
  expect(said([match(changes)])).toMatch(new RegExp(` Submission id ${id}$`));
});

test('one that was never submitted has no id, and nothing is said of the service', () => {
  const draft = match({ submissionId: null, phase: null, submission: submissionOf({ kind: 'cancelled' }) });
  expect(said([draft])).toBe('contract.pdf was cancelled and never submitted.');
});

test('of several there is a line for each with its name, state and id; whose it is where that is another account', () => {
  expect(said([match(), match({ submission: null, phase: 'pending' })], 'Work')).toBe(
    `2 submissions have “contract”.\ncontract.pdf · Confirmed · account Work · ${id}\nSubmitted · account Work · ${id}`,
  );
  expect(said([match()], 'Work')).toContain('It belongs to the account Work. Submission id');
  expect(said([])).toBe('0 submissions have “contract”.');
});
