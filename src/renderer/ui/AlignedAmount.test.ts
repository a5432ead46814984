import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignmentOf, amountParts, noAlignment, padding } from './AlignedAmount.tsx';

const ether = (amount: string) => ({ amount, token: 'ethereum', decimals: 18 });

test('an amount is parted at its decimal sign, and from what it is of', () => {
  expect(amountParts(ether('1234500000000000000000'))).toEqual({ whole: '1,234', fraction: '.5', unit: 'ethereum' });
  expect(amountParts({ amount: '4200', token: 'ethereum', decimals: null })).toEqual({
    whole: '4,200',
    fraction: '',
    unit: 'base units of ethereum',
  });
  expect(amountParts({ amount: '7', token: null, decimals: 0 })).toEqual({ whole: '7', fraction: '', unit: '' });
  expect(amountParts({ amount: 'free of charge', token: null, decimals: 18 })).toBeNull();
});

test('behind every amount of a column as much follows its decimal sign, seen or not', () => {
  const amounts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 22n }).map(String), { minLength: 1 });
  fc.assert(
    fc.property(amounts, (all) => {
      const costs = all.map(ether);
      const alignment = alignmentOf(costs, 60);
      for (const cost of costs) {
        const parts = amountParts(cost);
        if (parts !== null) expect(parts.fraction.length + padding(parts, alignment).length).toBe(alignment.fraction);
      }
    }),
  );
});

test('what scrolls into sight never takes room away, and what is too long for the column takes none', () => {
  const long = ether('1234567890123456789');
  const before = alignmentOf([ether('500000000000000000')], 20);
  expect(before).toEqual({ fraction: 2, unit: 8 });
  expect(alignmentOf([ether('7')], 40, before).fraction).toBe(19);
  expect(alignmentOf([long, ether('1')], 20, before)).toBe(before);
  expect(alignmentOf([], 20)).toBe(noAlignment);
});
