import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseUnits } from '../amounts/amounts.ts';
import { costCells, sizeCells, TimeCells } from './record-cells.ts';

const numberIn = (cell: unknown): string =>
  typeof cell === 'object' && cell !== null && 'number' in cell ? String(cell.number) : '';

test('a cost is a number of tokens, what they are, and the base units that it comes to exactly', () => {
  const amounts = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 36 }), (value, decimals) => {
      const [cost, token, baseUnits] = costCells(value.toString(), 'ethereum', decimals);
      expect(parseUnits(numberIn(cost), decimals)).toBe(value);
      expect([token, baseUnits]).toEqual(['ethereum', { digits: value.toString() }]);
    }),
  );
});

test('base units of a token whose decimals nobody knows are no number of tokens', () => {
  expect(costCells('12', null, null)).toEqual([null, null, { digits: '12' }]);
});

test('what the service says in whole tokens is a number as it is, and what is none stays as it was written', () => {
  expect(costCells('0.5', 'usdc', 6)).toEqual([{ number: '0.5' }, 'usdc', null]);
  expect(costCells('9'.repeat(2_000), 'usdc', 6)).toEqual(['9'.repeat(2_000), 'usdc', null]);
  expect(costCells(null, 'usdc', 6)).toEqual([null, 'usdc', null]);
});

test('a size is there once, in bytes, and says whether the service has rounded it', () => {
  expect(sizeCells({ bytes: 2_365, exact: true }, '2365')).toEqual([{ number: '2365' }, 'exact']);
  expect(sizeCells({ bytes: 2_366, exact: false }, '2.31 KB')).toEqual([{ number: '2366' }, 'rounded by the service']);
  expect(sizeCells(null, 'much')).toEqual(['much', null]);
});

const local = (timeZone: string, instant: string) => new TimeCells(timeZone).of(instant)[1];

test('a time is there in UTC and by the clock on the wall, in summer and in winter', () => {
  expect(new TimeCells('Europe/Berlin').heads).toEqual(['Time (UTC)', 'Time (Europe/Berlin)']);
  const berlin = new TimeCells('Europe/Berlin');
  expect(berlin.of('2026-05-03T12:05:07.999Z')).toEqual([
    { time: '2026-05-03 12:05:07' },
    { time: '2026-05-03 14:05:07' },
  ]);
  expect(berlin.of('2026-10-25T00:59:59Z')[1]).toEqual({ time: '2026-10-25 02:59:59' });
  expect(berlin.of('2026-10-25T01:00:00Z')[1]).toEqual({ time: '2026-10-25 02:00:00' });
  expect(local('Asia/Kathmandu', '2026-12-31T18:20:00Z')).toEqual({ time: '2027-01-01 00:05:00' });
  expect(local('America/St_Johns', '2026-01-01T00:00:00Z')).toEqual({ time: '2025-12-31 20:30:00' });
});

test('on a computer whose clock is UTC a time is there once: no two columns have one head', () => {
  for (const zone of ['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT']) {
    const times = new TimeCells(zone);
    expect(times.heads).toEqual(['Time (UTC)']);
    expect(times.of('2026-05-03T12:05:00Z')).toEqual([{ time: '2026-05-03 12:05:00' }]);
    expect(times.of(null)).toEqual([null]);
  }
  expect(new TimeCells('Etc/GMT-2').heads).toHaveLength(2);
});

test('what is no time, or lies beyond the calendar of spreadsheets, stays as it is', () => {
  const times = new TimeCells('Europe/Berlin');
  expect(times.of(null)).toEqual([null, null]);
  for (const text of ['yesterday', '+012026-01-01T00:00:00Z', '0001-01-01T00:00:00Z'])
    expect(times.of(text)).toEqual([text, null]);
});
