import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals, type Decimal, decimalText, parseDecimal } from './amounts.ts';

const decimals: fc.Arbitrary<Decimal> = fc.record({
  units: fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }),
  scale: fc.nat({ max: 40 }),
});

function read(text: string): Decimal {
  const decimal = parseDecimal(text);
  if (decimal === null) throw new Error(`${text} is no decimal.`);
  return decimal;
}

test('a decimal that is written and read again is the same number', () => {
  fc.assert(
    fc.property(decimals, (decimal) => {
      expect(compareDecimals(read(decimalText(decimal)), decimal)).toBe(0);
    }),
  );
});

test('texts that are no plain decimals are none', () => {
  for (const text of ['', '1e9', '1,5', '.5', '5.', ' 1', '0x1', 'NaN', '+1', '1'.repeat(2_000)]) {
    expect(parseDecimal(text)).toBeNull();
  }
});

test('the longest text that can be an amount is read, and one longer is none', () => {
  const longest = `-${'9'.repeat(78)}.${'9'.repeat(36)}`;
  expect(decimalText(read(longest))).toBe(longest);
  expect(parseDecimal(`${longest}9`)).toBeNull();
});
