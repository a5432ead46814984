import { expect, test } from 'vitest';
import { costValues, leastPixels, periodNumbers, sizeValues, type TokenSeries } from './chart-values.ts';

const token: TokenSeries = {
  tokenDetailsId: '1',
  token: 'ethereum',
  decimals: 18,
  fees: ['400000000000000', '0', '1000000000000000'],
  bytes: [310_000, 0, 4_000_000],
  bytesExact: true,
  submissions: [1, 0, 2],
};

test('a chart tells marks, columns and total in one unit, exact', () => {
  const { unit, axis, mark, total, bars } = costValues(token);
  expect(unit).toBe('ethereum');
  expect(axis.marks.map(mark)).toEqual(['0', '0.0005', '0.001']);
  expect(total).toBe('0.0014 ethereum');
  expect(bars[0]?.map(({ text, height }) => [text, height])).toEqual([
    ['0.0004 ethereum', 4_000],
    ['0 ethereum', 0],
    ['0.001 ethereum', 10_000],
  ]);
  expect(bars[0]?.map(({ isEmpty }) => isEmpty)).toEqual([false, true, false]);
});

test('while nobody has said the decimals, all of a chart is in base units', () => {
  const { unit, total, bars } = costValues({ ...token, decimals: null, fees: ['4200', '5'] });
  expect(unit).toBe('base units of ethereum');
  expect(total).toBe('4,205 base units of ethereum');
  expect(bars[0]?.[1]?.text).toBe('5 base units of ethereum');
});

test('sizes of a chart are all in the unit of its highest column', () => {
  const other = { ...token, bytes: [0, 0, 1_000_000], bytesExact: false };
  const { unit, axis, mark, total, bars } = sizeValues([token, other], 'decimal');
  expect(unit).toBe('MB');
  expect(axis.marks.map(mark)).toEqual(['0', '2', '4', '6']);
  expect(total).toBe('≈ 5.3 MB');
  expect(sizeValues([{ ...token, bytes: Array.from({ length: 9 }, () => 800_000_000) }], 'decimal').total).toBe(
    '7,200 MB',
  );
  expect(bars.map((bar) => bar.map(({ text }) => text))).toEqual([
    ['0.31 MB', '0 MB', '4 MB'],
    ['0 MB', '0 MB', '1 MB'],
  ]);
});

test('in a column that others fill, a token without data draws nothing, and one with a single byte is seen', () => {
  const other = { ...token, tokenDetailsId: '2', bytes: [0, 1, 1], submissions: [0, 1, 1] };
  const { bars } = sizeValues([token, other], 'decimal');
  expect(bars.map((bar) => bar.map(leastPixels))).toEqual([
    [2, 0, 2],
    [0, 2, 2],
  ]);
});

test('as numbers no period is left out: one without submissions stands there as it is drawn', () => {
  const periods = ['2026-05-03', '2026-05-04', '2026-05-05'];
  const numbers = periodNumbers({
    unit: 'day',
    tooMany: null,
    isEmpty: false,
    periods,
    tokens: [token, { ...token, tokenDetailsId: '2', submissions: [4, 0, 0] }],
  });
  expect(numbers.map(({ first, token: of, submissions }) => [first, of?.tokenDetailsId ?? null, submissions])).toEqual([
    ['2026-05-05', '1', 2],
    ['2026-05-04', null, 0],
    ['2026-05-03', '2', 4],
    ['2026-05-03', '1', 1],
  ]);
});
