import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startService } from '../service.fixture.ts';
import { RateLimiter } from './service.ts';

test('a window lets its number of requests through and says when the next one begins', () => {
  let now = 5_000;
  const limiter = new RateLimiter({ requests: 2, seconds: 10 }, () => now);
  expect(limiter.count('a').headers).toEqual({
    'x-ratelimit-limit': '2',
    'x-ratelimit-remaining': '1',
    'x-ratelimit-reset': '10',
  });
  now += 3_500;
  expect(limiter.count('a').allowed).toBe(true);
  expect(limiter.count('a')).toEqual({
    allowed: false,
    headers: {
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '7',
      'retry-after': '7',
    },
  });
  now += 6_500;
  expect(limiter.count('a').allowed).toBe(true);
});

test('waiting as long as the answer says is always enough', () => {
  const pauses = fc.array(fc.nat(20_000), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(pauses, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 30 }), (gaps, requests, seconds) => {
      let now = 0;
      const limiter = new RateLimiter({ requests, seconds }, () => now);
      for (const gap of gaps) {
        now += gap;
        const verdict = limiter.count('a');
        if (verdict.allowed) continue;
        now += Number(verdict.headers['retry-after']) * 1000;
        expect(limiter.count('a').allowed).toBe(true);
      }
    }),
  );
});

test('over the limit the answer is 429 with the headers of the limit, per credential', async () => {
  const service = await startService({ rateLimit: { requests: 2, seconds: 600 } });
  expect((await service.submit('x')).headers.get('x-ratelimit-remaining')).toBe('1');
  expect((await service.submit('')).status).toBe(400);
  const refused = await service.submit('x');
  expect(refused.status).toBe(429);
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'x-ratelimit-limit': '2',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': expect.stringMatching(/^(600|5\d\d)$/),
    'retry-after': expect.stringMatching(/^(600|5\d\d)$/),
  });
  expect(await refused.json()).toEqual({ error: expect.stringContaining('Too many requests') });
  expect((await service.get('/user/get_all_tokens')).status).toBe(200);
  expect(await service.storedIds()).toHaveLength(1);
});

test('a wrong credential and the public endpoints do not use the limit up', async () => {
  const service = await startService({ rateLimit: { requests: 1, seconds: 600 } });
  expect((await service.submit('x', { 'x-api-key': 'wrong' })).status).toBe(401);
  expect((await service.get('/token_map', {})).headers.get('x-ratelimit-limit')).toBeNull();
  expect((await service.submit('x')).status).toBe(200);
});
