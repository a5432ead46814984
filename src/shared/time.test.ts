import { expect, test } from 'vitest';
import { formatInstant, parseServiceTime } from './time.ts';

test.each([
  ['2025-01-12T10:20:30', '2025-01-12T10:20:30Z'],
  ['2025-01-12T10:20:30.123456', '2025-01-12T10:20:30.123Z'],
  ['2025-01-12 10:20:30', '2025-01-12T10:20:30Z'],
  ['2025-01-12T10:20:30Z', '2025-01-12T10:20:30Z'],
  ['2025-01-12T10:20:30+02:00', '2025-01-12T08:20:30Z'],
  ['2025-01-12T10:20:30.5+0200', '2025-01-12T08:20:30.500Z'],
])('%s is the instant %s', (text, instant) => {
  expect(parseServiceTime(text)).toBe(instant);
});

test.each(['', 'yesterday', '2025-02-31T10:20:30', '2025-01-12T25:00:00', '2025-01-12'])('%j is no time', (text) => {
  expect(parseServiceTime(text)).toBeNull();
});

test('an instant is shown in the zone of the person', () => {
  expect(formatInstant('2025-01-12T23:20:30Z', 'en-GB', 'Asia/Tokyo')).toBe('13 Jan 2025, 08:20:30');
  expect(formatInstant('never', 'en-GB', 'UTC')).toBe('never');
});
