import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDecimal } from '../../shared/amounts.ts';
import { ExactNumber, readJson, wholeNumberText, writeJson } from './lossless-json.ts';

describe('numbers', () => {
  const big = fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n });

  test('whole numbers of any size pass through as they are, as numbers and as text', () => {
    fc.assert(
      fc.property(big, (value) => {
        expect(wholeNumberText(readJson(String(value)))).toBe(String(value));
        expect(wholeNumberText(readJson(`"${value}"`))).toBe(String(value));
        expect(writeJson(readJson(`{"a":[${value}]}`) ?? null)).toBe(`{"a":[${value}]}`);
      }),
    );
  });

  test('an exponent is written out exactly', () => {
    fc.assert(
      fc.property(big, fc.integer({ min: -90, max: 90 }), (value, exponent) => {
        fc.pre(`${value}`.length - 1 + Math.abs(exponent) <= 79);
        const read = readJson(`${value}e${exponent}`) ?? null;
        if (!(read instanceof ExactNumber)) throw new Error('Not a number.');
        const [whole = '', fraction = ''] = read.text.split('.');
        const digits = BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, 200 - fraction.length));
        expect(digits).toBe(value * 10n ** BigInt(200 + exponent));
      }),
    );
    expect(readJson('1e20')).toEqual(new ExactNumber('100000000000000000000'));
  });

  test('beyond 80 digits it is kept as it was written, and is no amount', () => {
    expect(readJson('1e79')).toMatchObject({ text: `1${'0'.repeat(79)}` });
    for (const source of ['1e80', '1e1000', '1e-80', '12345e-80', `${'1'.repeat(79)}e2`]) {
      expect(readJson(source)).toMatchObject({ text: source });
      expect(wholeNumberText(readJson(source))).toBeUndefined();
      expect(parseDecimal(source)).toBeNull();
    }
  });

  test('an absurd exponent is kept as text and not written out', () => {
    expect(readJson('1e999999999')).toMatchObject({ text: '1e999999999' });
    expect(wholeNumberText(readJson('1e999999999'))).toBeUndefined();
  });
});
