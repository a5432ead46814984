import { expect, test } from 'vitest';
import { rateOf, retryTime } from './rate-headers.ts';

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

test.each([
  [{ 'retry-after': '7' }, 7_000],
  [{ 'x-ratelimit-reset': '30' }, 30_000],
  [{ 'retry-after': '7', 'x-ratelimit-reset': '30' }, 7_000],
  [{ 'retry-after': 'soon', 'x-ratelimit-reset': '30' }, 30_000],
  [{ 'x-ratelimit-reset': String(now / 1000 + 12) }, 12_000],
  [{ 'x-ratelimit-reset': String(now + 12_000) }, 12_000],
  [{ 'x-ratelimit-reset': `${now + 12_000}.5` }, 12_001],
  [{ 'retry-after': String(now + 7_000) }, 7_000],
  [{ 'x-ratelimit-reset': String(now - 1) }, 0],
  [{ 'x-ratelimit-reset': '99999999999' }, 86_400_000],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }, 60_000],
  [{ 'retry-after': 'Thu, 01 Jan 2026 05:01:00 GMT', date: 'Thu, 01 Jan 2026 05:00:00 GMT' }, 60_000],
  [{ 'retry-after': 'Thu, 01 Jan 2015 00:00:00 GMT' }, 0],
  [{ 'retry-after': '999999999' }, 86_400_000],
])('%j means %i ms from now', (headers, wait) => {
  expect(retryTime(headers, now)).toBe(now + wait);
});

test.each([{}, { 'retry-after': '' }, { 'retry-after': '-5' }, { 'retry-after': 'NaN' }])(
  '%j says nothing',
  (headers) => {
    expect(retryTime(headers, now)).toBeUndefined();
  },
);
