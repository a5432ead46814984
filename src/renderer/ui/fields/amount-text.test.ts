import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountFields, readAmountText } from './amount-text.ts';

const ether = { name: 'ethereum', decimals: 18 };

test('what is typed in one field is shown in the other, and typed there means the same', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 36 }), (value, decimals) => {
      const unit = { name: 'token', decimals };
      const { whole } = amountFields({ unit: 'base', text: value.toString() }, unit);
      expect(readAmountText({ unit: 'whole', text: whole }, unit)).toEqual({ kind: 'amount', value });
      const { base } = amountFields({ unit: 'whole', text: whole }, unit);
      expect(readAmountText({ unit: 'base', text: base }, unit)).toEqual({ kind: 'amount', value });
    }),
  );
});

test('the field that is typed in keeps what was typed, right or wrong', () => {
  expect(amountFields({ unit: 'whole', text: '1.50' }, ether)).toEqual({
    whole: '1.50',
    base: '1,500,000,000,000,000,000',
  });
  expect(amountFields({ unit: 'whole', text: '1.5.' }, ether)).toEqual({ whole: '1.5.', base: '' });
});

test.each([
  [{ unit: 'whole', text: '1.2345678' }, 6, 'This token has 6 digits after the point, not more.'],
  [{ unit: 'whole', text: '1.5' }, 0, 'This token is not divisible: type a whole number.'],
  [{ unit: 'base', text: '1.5' }, 6, 'Base units are whole: type a number without a fraction.'],
  [{ unit: 'base', text: 'lots' }, 6, 'Type a number, like 1500.'],
  [{ unit: 'whole', text: '1,5' }, 6, 'Type a number, like 1.5.'],
  [{ unit: 'base', text: (2n ** 256n).toString() }, 6, 'This is more than any token can hold.'],
] as const)('%j with %i decimals is refused in words', (typed, decimals, problem) => {
  expect(readAmountText(typed, { name: null, decimals })).toEqual({ kind: 'wrong', problem });
});

test('without decimals whole tokens cannot be typed', () => {
  expect(readAmountText({ unit: 'whole', text: '1' }, { name: null, decimals: null })).toEqual({ kind: 'empty' });
});
