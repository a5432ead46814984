import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundedSum, roundedUp } from './estimates.ts';

const amount = fc.bigInt({ min: 1n, max: 10n ** 30n });

test('an estimate has three digits, and never promises too little', () => {
  expect(['999', '1001', '115001500000000', '1.5', '0'].map(roundedUp)).toEqual([
    '999',
    '1010',
    '116000000000000',
    '1.5',
    '0',
  ]);
});

test('estimates that are added up come to exactly what is shown of them', () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 3 }), (amounts) => {
      const shown = amounts.map((each) => roundedUp(String(each)));
      expect(roundedSum('0', shown)).toBe(String(shown.reduce((sum, each) => sum + BigInt(each), 0n)));
    }),
  );
});

test('with an exact amount beside them the sum is never too little, nor further off than a hundredth of that amount', () => {
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 3 }), (known, amounts) => {
      const shown = amounts.map((each) => BigInt(roundedUp(String(each))));
      const sum = shown.reduce((all, each) => all + each, known);
      const total = BigInt(roundedSum(String(known), shown.map(String)));
      expect(total >= sum && (total - sum) * 100n <= known).toBe(true);
    }),
  );
});
