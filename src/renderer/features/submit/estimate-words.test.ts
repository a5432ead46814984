import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateWords } from './estimate-words.ts';

const cost = { amount: '12345678901234567', token: 'ETH', decimals: 18 };

test('an estimate is told with three digits and with whether the balance is enough', () => {
  expect(estimateWords({ cost, balance: '1', covered: true })?.text).toBe(
    'About 0.0124 ETH for the rest — the balance covers it.',
  );
  expect(estimateWords({ cost, balance: '1', covered: false })).toEqual({
    text: 'About 0.0124 ETH for the rest — the balance does not cover it: add funds, or cancel some.',
    tone: 'warn',
  });
});

test('a balance that nobody knows is not spoken of', () => {
  expect(estimateWords({ cost, balance: null, covered: null })?.text).toBe('About 0.0124 ETH for the rest.');
});

test('nothing is said when nothing is left to pay for', () => {
  expect(estimateWords({ cost: { ...cost, amount: '0' }, balance: '1', covered: true })).toBeNull();
});

test('an estimate never promises less than it was given', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 40n }), (amount) => {
      const words = estimateWords({
        cost: { amount: String(amount), token: null, decimals: 0 },
        balance: null,
        covered: null,
      });
      const shown = BigInt(words?.text.replace(/\D/g, '') ?? '0');
      expect(shown >= amount && shown <= amount + amount / 100n).toBe(true);
    }),
  );
});
