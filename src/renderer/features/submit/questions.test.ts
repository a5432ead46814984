import { expect, test } from 'vitest';
import { cancelAllQuestion, submitAgainQuestion } from './questions.ts';

const price = { amount: '4200000000000000', token: 'ethereum', decimals: 18 };

test('who is about to pay twice is told how much, when that is known', () => {
  const known = submitAgainQuestion('a.pdf', price, () => undefined);
  expect(known.text).toContain('you pay for it twice, about 0.0042 ethereum more, and nobody can undo that');
  expect(submitAgainQuestion('a.pdf', null, () => undefined).text).toContain('you pay for it twice, and nobody');
});

test('who stops everything is told what is left out because it is being checked', () => {
  const text = (checked: number): string => cancelAllQuestion(2, checked, () => undefined).text;
  expect(text(0)).not.toContain('checked');
  expect(text(1)).toMatch(/ 1 file that is being checked is left out\.$/);
  expect(text(3)).toMatch(/ 3 files that are being checked are left out\.$/);
});
