import { expect, test } from 'vitest';
import { formatDay, formatEnd } from './moments.ts';

const place = { locale: 'en-GB', timeZone: 'Europe/Berlin' };
const now = Date.parse('2026-05-04T12:00:00Z');

test('another day is told without the clock, and without the year while it is this one', () => {
  expect(formatDay('2026-05-03T10:00:00Z', now, place)).toBe('on 3 May');
  expect(formatDay('2024-05-03T10:00:00Z', now, place)).toBe('on 3 May 2024');
});

test('a moment of today is told with the clock', () => {
  expect(formatDay('2026-05-04T07:05:00Z', now, place)).toBe('today at 09:05');
});

test('days change at the midnight of the person, not of the service', () => {
  expect(formatDay('2026-05-03T22:30:00Z', now, place)).toBe('today at 00:30');
});

test('an end is a time of day, with its day when that is not today', () => {
  expect(formatEnd(Date.parse('2026-05-04T13:30:00Z'), now, place)).toBe('15:30');
  expect(formatEnd(Date.parse('2026-05-05T13:30:00Z'), now, place)).toBe('15:30 on 5 May');
});

test('a time that is none is shown as it came', () => {
  expect(formatDay('yesterday', now, place)).toBe('at yesterday');
});
