import { expect, test } from 'vitest';
import { dateFormat, localDay } from './time.ts';

test('one format serves all times of its language, zone and style', () => {
  const berlin = dateFormat('de', { timeZone: 'Europe/Berlin', dateStyle: 'short' });
  expect(dateFormat('de', { timeZone: 'Europe/Berlin', dateStyle: 'short' })).toBe(berlin);
  expect(dateFormat('de', { timeZone: 'Asia/Tokyo', dateStyle: 'short' })).not.toBe(berlin);
  expect(dateFormat('en', { timeZone: 'Europe/Berlin', dateStyle: 'short' })).not.toBe(berlin);
});

test('formats of ever new zones are not all kept', () => {
  const first = dateFormat('en', { timeZone: 'UTC' });
  for (const timeZone of Intl.supportedValuesOf('timeZone')) dateFormat('en', { timeZone });
  expect(dateFormat('en', { timeZone: 'UTC' })).not.toBe(first);
});

test('a file is named by the day on the clock of this machine, early and late in it', () => {
  for (const hour of [0, 12, 23]) expect(localDay(new Date(2026, 4, 3, hour, 30).getTime())).toBe('2026-05-03');
});
