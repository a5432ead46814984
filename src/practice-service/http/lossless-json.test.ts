import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLossless, stringifyLossless } from './dialects.ts';

test('integers of any size survive writing and reading', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n }), (amount) => {
      expect(stringifyLossless({ amount })).toBe(`{"amount":${amount}}`);
      expect(parseLossless(`{"amount":${amount}}`)).toEqual({ amount });
    }),
  );
});

test('what is no plain integer stays what it is', () => {
  expect(parseLossless('[1.5, 1e3, "12", null, true]')).toEqual([1.5, 1000, '12', null, true]);
});
