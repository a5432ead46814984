import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals, type Decimal, decimalText, parseDecimal } from '../../../shared/amounts.ts';
import { axisFor, FULL_HEIGHT, heightOn, markText } from './chart-values.ts';

const decimal = (text: string): Decimal => parseDecimal(text) ?? { units: 0n, scale: 0 };
const marks = (highest: string): string[] => axisFor(decimal(highest)).marks.map(decimalText);

test('an axis has marks at round distances, up to the first that is not below the highest value', () => {
  expect(marks('7')).toEqual(['0', '2', '4', '6', '8']);
  expect(marks('100')).toEqual(['0', '50', '100']);
  expect(marks('0.0004')).toEqual(['0', '0.0001', '0.0002', '0.0003', '0.0004']);
  expect(marks('1')).toEqual(['0', '0.5', '1']);
  expect(marks('0')).toEqual(['0']);
});

const values = fc.record({ units: fc.bigInt({ min: 1n, max: 2n ** 256n }), scale: fc.integer({ min: 0, max: 36 }) });

test('whatever the highest value is, it has room on its axis and takes more than half of it', () => {
  fc.assert(
    fc.property(values, (highest) => {
      const axis = axisFor(highest);
      expect(compareDecimals(highest, axis.top)).toBeLessThanOrEqual(0);
      expect(axis.marks.length).toBeGreaterThanOrEqual(2);
      expect(axis.marks.length).toBeLessThanOrEqual(5);
      expect(heightOn(axis, highest)).toBeGreaterThan(FULL_HEIGHT / 2 - 1);
      expect(heightOn(axis, highest)).toBeLessThanOrEqual(FULL_HEIGHT);
    }),
  );
});

test('the smallest amount stands above nothing, and nothing does not', () => {
  const axis = axisFor(decimal('1000000'));
  expect(heightOn(axis, decimal('0.000000000000000001'))).toBe(1);
  expect(heightOn(axis, decimal('0'))).toBe(0);
  expect(heightOn(axis, axis.top)).toBe(FULL_HEIGHT);
});

test('a mark that would be long is written with a power of ten', () => {
  const write = (plain: string): string => plain.replace('.', ',');
  expect(markText(decimal('0.0025'), write)).toBe('0,0025');
  expect(markText(decimal('0.000000000002'), write)).toBe('2 × 10⁻¹²');
  expect(markText({ units: 15n * 10n ** 58n, scale: 0 }, write)).toBe('1,5 × 10⁵⁹');
});
