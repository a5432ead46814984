import { expect, test } from 'vitest';
import { formatDuration } from './durations.ts';

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
