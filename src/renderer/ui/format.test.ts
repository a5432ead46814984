import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { britishTime } from './british-time.fixture.ts';
import { formatBrief, formatCost, formatDay, formatDuration, formatEnd, percent } from './format.ts';

vi.mock(import('../../shared/time.ts'), async (original) => britishTime(await original(), 'Europe/Berlin'));

test('a cost far beyond 2^53 keeps every digit', () => {
  const cost = { amount: '123456789012345678901234567890', token: 'ethereum', decimals: 18 };
  expect(formatCost(cost)).toBe('123,456,789,012.34567890123456789 ethereum');
});

test('a cost whose decimals nobody knows is told in base units', () => {
  expect(formatCost({ amount: '4200', token: 'ethereum', decimals: null })).toBe('4,200 base units of ethereum');
  expect(formatCost({ amount: '4200', token: null, decimals: null })).toBe('4,200 base units');
});

test('an amount that is no whole number is shown as it came', () => {
  expect(formatCost({ amount: '0.5', token: 'usdc', decimals: 6 })).toBe('0.5 usdc');
});

test('a cost of millions of digits is no amount: it is shown shortened, as the service wrote it', () => {
  const shown = formatCost({ amount: '9'.repeat(2_000_000), token: 'ethereum', decimals: 18 });
  expect(shown).toBe(`${'9'.repeat(200)}… ethereum`);
});

test('it is 100 when everything is done, and only then', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (done, total) => {
      expect(percent(done, total) === 100).toBe(done >= total);
    }),
  );
});

test('it is a whole number from 0 to 100', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (done, total) => {
      const share = percent(done, total);
      expect(Number.isInteger(share) && share >= 0 && share <= 100).toBe(true);
    }),
  );
});

test.each([
  [0, '0 s'],
  [-4, '0 s'],
  [59.4, '59 s'],
  [59.6, '1 min'],
  [168, '3 min'],
  [3_599, '1 h'],
  [3_600, '1 h'],
  [7_500, '2 h 5 min'],
  [86_399, '1 day'],
  [86_400, '1 day'],
  [200_000, '2 days'],
])('%d seconds are said as "%s"', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});

const now = Date.parse('2026-05-04T12:00:00Z');

test('another day is told without the clock, and without the year while it is this one', () => {
  expect(formatDay('2026-05-03T10:00:00Z', now)).toBe('on 3 May');
  expect(formatDay('2024-05-03T10:00:00Z', now)).toBe('on 3 May 2024');
});

test('a moment of today is told with the clock', () => {
  expect(formatDay('2026-05-04T07:05:00Z', now)).toBe('today at 09:05');
});

test('days change at the midnight of the person, not of the service', () => {
  expect(formatDay('2026-05-03T22:30:00Z', now)).toBe('today at 00:30');
});

test('an end is a time of day, with its day when that is not today', () => {
  expect(formatEnd(Date.parse('2026-05-04T13:30:00Z'), now)).toBe('15:30');
  expect(formatEnd(Date.parse('2026-05-05T13:30:00Z'), now)).toBe('15:30 on 5 May');
});

test('a time that is none is shown as it came', () => {
  expect(formatDay('yesterday', now)).toBe('at yesterday');
});

test.each([
  ['2026-05-03T12:05:00Z', '14:05'],
  ['2026-05-02T21:59:00Z', '2 May'],
  ['2025-12-31T12:00:00Z', '31 Dec 25'],
  ['sometime', 'sometime'],
])('in a narrow column %s is %s', (instant, words) => {
  const now = Date.parse('2026-05-03T20:00:00Z');
  expect(formatBrief(instant, now)).toBe(words);
});
