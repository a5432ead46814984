import { expect, test } from 'vitest';
import { rateOf } from './rate.ts';

const now = Date.parse('2026-01-01T00:00:00Z');

const rate = (reset: string) =>
  rateOf({ 'x-ratelimit-limit': '15', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }, now);

test.each<[string, string, number]>([
  ['seconds', '40', 40_000],
  ['an instant in seconds', String(now / 1000 + 40), 40_000],
  ['an instant in milliseconds', String(now + 40_000), 40_000],
  ['an instant that is over', String(now - 40_000), 0],
  ['a quota of half a day', '43200', 43_200_000],
  ['an instant further than a day', String(now + 1e10), 86_400_000],
])('what a service takes is told again after %s', (_what, reset, waitMs) => {
  expect(rate(reset)).toEqual({ limit: 15, remaining: 0, resetAt: now + waitMs });
});

test.each(['', '-1', 'soon', '1.5', '1'.repeat(16)])('%j is no time', (reset) => {
  expect(rate(reset)).toBeNull();
});
