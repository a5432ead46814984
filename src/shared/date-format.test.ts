import { expect, test } from 'vitest';
import { dateFormat } from './time.ts';

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
