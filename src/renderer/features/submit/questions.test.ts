import { expect, test } from 'vitest';
import { submitAgainQuestion } from './questions.ts';

const price = { amount: '4200000000000000', token: 'ethereum', decimals: 18 };

test('who is about to pay twice is told how much, when that is known', () => {
  const known = submitAgainQuestion('a.pdf', price, () => undefined);
  expect(known.text).toContain('you pay for it twice, about 0.0042 ethereum more, and nobody can undo that');
  expect(submitAgainQuestion('a.pdf', null, () => undefined).text).toContain('you pay for it twice, and nobody');
});
