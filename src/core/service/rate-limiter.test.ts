import { describe, expect, test } from 'vitest';
import type { Answer } from './answer.ts';
import { RateLimiter, RateLimiters } from './rate-limiter.ts';

const steady = (): number => 0.5;

/** A clock of which both faces can be set. */
function clockAt(start: number) {
  let now = start;
  let monotonic = 0;
  return {
    now: () => now,
    monotonic: () => monotonic,
    pass: (ms: number) => {
      now += ms;
      monotonic += ms;
    },
    jump: (ms: number) => {
      now += ms;
    },
  };
}

/** It was taken, with what the answer says of a limit of a minute. */
function took(limiter: RateLimiter, rate?: { readonly limit: number; readonly remaining: number }): void {
  limiter.hear('POST', answer(200, rate === undefined ? {} : rateHeaders(rate)));
}

const rateHeaders = ({ limit, remaining }: { readonly limit: number; readonly remaining: number }) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': '60',
});

function answer(status: number, headers: Answer['headers'] = {}): Answer {
  const body = Buffer.alloc(0);
  return { status, statusText: '', headers, body, complete: true, tooLong: false, secretEchoed: false };
}

const down = { code: 'unavailable' } as const;

describe('holding a credential', () => {
  test('the user takes a pause back', () => {
    const limiter = new RateLimiter(clockAt(0), steady);
    limiter.hold({ code: 'rate-limited', retryAt: 600_000 });
    limiter.release();
    expect(limiter.msHeld()).toBe(0);
  });

  test('trouble after trouble is waited out for twice as long, up to a cap', () => {
    const clock = clockAt(0);
    const limiter = new RateLimiter(clock, steady);
    const waits: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const wait = limiter.hold(down) - clock.now();
      waits.push(wait);
      clock.pass(wait);
    }
    expect(waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
    expect(waits.at(-1)).toBe(300_000);
  });

  test('requests that fail together are one trouble', () => {
    const limiter = new RateLimiter(clockAt(0), steady);
    expect([limiter.hold(down), limiter.hold(down), limiter.hold(down)]).toEqual([1000, 1000, 1000]);
  });

  test('the service’s own instant is kept to', () => {
    const limiter = new RateLimiter(clockAt(0), steady);
    limiter.hold({ code: 'rate-limited', retryAt: 60_000 });
    expect(limiter.held()).toMatchObject({ reason: 'rate-limited' });
    expect(limiter.msHeld()).toBeGreaterThanOrEqual(60_000);
  });

  test('the service’s own short pauses are kept to twice, and then it rests longer and longer all the same', () => {
    for (const pauseMs of [0, 1, -1_000_000]) {
      const clock = clockAt(1_000_000_000);
      const limiter = new RateLimiter(clock, steady);
      const waits: number[] = [];
      for (let round = 0; round < 12; round += 1) {
        const wait = limiter.hold({ code: 'rate-limited', retryAt: clock.now() + pauseMs }) - clock.now();
        waits.push(wait);
        clock.pass(wait);
      }
      expect(Math.max(...waits.slice(0, 2))).toBeLessThan(100);
      expect(waits.slice(2, 5)).toEqual([4000, 8000, 16_000]);
      expect(waits.at(-1)).toBe(300_000);
    }
  });

  test('the service’s own instant holds longer than a growing wait that is over before it', () => {
    const clock = clockAt(0);
    const limiter = new RateLimiter(clock, steady);
    for (let round = 0; round < 5; round += 1) {
      const wait = limiter.hold({ code: 'rate-limited', retryAt: clock.now() + 60_000 }) - clock.now();
      expect(wait).toBe(60_050);
      clock.pass(wait);
    }
  });

  test('what the service takes lets its own short pauses count again', () => {
    const clock = clockAt(0);
    const limiter = new RateLimiter(clock, steady);
    for (let round = 0; round < 5; round += 1) clock.pass(limiter.hold(down) - clock.now());
    took(limiter);
    expect(limiter.hold({ code: 'rate-limited', retryAt: clock.now() }) - clock.now()).toBeLessThan(100);
  });

  test('one credential’s setback does not hold another, and is forgotten with it', () => {
    const limiters = new RateLimiters(clockAt(0));
    for (const family of ['api-key', 'access-token'] as const) limiters.of('a', family).hold(down);
    const held = () =>
      [limiters.of('a', 'api-key'), limiters.of('a', 'access-token'), limiters.of('b', 'api-key')].map(
        (limiter) => limiter.held() !== null,
      );
    expect(held()).toEqual([true, true, false]);
    limiters.forget('a', ['access-token']);
    expect(held()).toEqual([true, false, false]);
    limiters.forget('a');
    expect(held()).toEqual([false, false, false]);
  });

  test('an answer that arrives while the account is held does not lift the hold', () => {
    const limiter = new RateLimiter(clockAt(0), steady);
    limiter.hold({ code: 'rate-limited', retryAt: 60_000 });
    took(limiter);
    expect(limiter.msHeld()).toBeGreaterThan(0);
  });

  test('a wall clock that is set back holds nothing longer, and one that is set forward holds nothing at all', () => {
    const clock = clockAt(1_000_000_000);
    const limiter = new RateLimiter(clock, steady);
    limiter.hold({ code: 'rate-limited', retryAt: 1_000_060_000 });
    clock.jump(-900_000_000);
    clock.pass(60_100);
    expect(limiter.msHeld()).toBe(0);
    limiter.hold({ code: 'rate-limited', retryAt: clock.now() + 60_000 });
    clock.jump(900_000_000);
    expect(limiter.msHeld()).toBe(0);
  });
});

describe('a rate limit', () => {
  test('that says it is used up holds the credential until it resets', () => {
    const clock = clockAt(0);
    const limiter = new RateLimiter(clock, steady);
    took(limiter, { limit: 15, remaining: 1 });
    expect(limiter.freeSlots()).toBe(1);
    took(limiter, { limit: 15, remaining: 0 });
    expect(limiter.msHeld()).toBeGreaterThanOrEqual(60_000);
    clock.pass(60_100);
    expect(limiter.msHeld()).toBe(0);
    expect(limiter.freeSlots()).toBe(15);
  });

  test('says how long a batch takes: 500 files at 15 a minute are 33 waits of a minute', () => {
    const limiter = new RateLimiter(clockAt(0), steady);
    took(limiter, { limit: 15, remaining: 14 });
    const minutes = limiter.secondsFor(499) / 60;
    expect(minutes).toBeGreaterThan(32.9);
    expect(minutes).toBeLessThan(33.1);
  });

  test('is not known while nobody has spoken of it', () => {
    const limiter = new RateLimiter(clockAt(0), steady);
    took(limiter);
    expect(limiter.secondsFor(1000)).toBe(0);
    expect(limiter.freeSlots()).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('readings', () => {
  const read = async (limiter: RateLimiter, leaves: ((limit: number) => number) | null = null) => {
    const result = await limiter.read(async () => 'read', leaves);
    return 'value' in result ? result.value : result.error;
  };

  test.each([
    [429, { 'retry-after': '60' }],
    [429, {}],
    [503, { 'retry-after': '60' }],
  ])('are not made while a %i with %j is kept to, whoever was told', async (status, headers) => {
    const clock = clockAt(1_000_000);
    const limiter = new RateLimiter(clock, steady);
    limiter.hear('POST', answer(status, headers));
    expect(await read(limiter)).toMatchObject({ code: 'rate-limited', retryAt: clock.now() + limiter.msHeld() });
    clock.pass(limiter.msHeld());
    expect(await read(limiter)).toBe('read');
  });

  test('are made while files wait for a service that is out of reach, or that failed', async () => {
    const limiter = new RateLimiter(clockAt(0), steady);
    limiter.hold({ code: 'unreachable' });
    limiter.hear('GET', answer(503));
    expect(await read(limiter)).toBe('read');
  });

  test('what goes wrong during a pause that was asked for does not end it', async () => {
    const limiter = new RateLimiter(clockAt(0), steady);
    limiter.hear('GET', answer(429, { 'retry-after': '60' }));
    limiter.hold({ code: 'unreachable' });
    expect(limiter.held()).toMatchObject({ reason: 'rate-limited' });
    expect(await read(limiter)).toMatchObject({ code: 'rate-limited' });
  });

  test('that are told of a limit hold the files, and the other way round', () => {
    const limiter = new RateLimiter(clockAt(0), steady);
    limiter.hear('GET', answer(404, rateHeaders({ limit: 15, remaining: 3 })));
    expect(limiter.freeSlots()).toBe(3);
    limiter.hear('POST', answer(400, rateHeaders({ limit: 15, remaining: 0 })));
    expect(limiter.msHeld()).toBeGreaterThanOrEqual(60_000);
  });

  test('leave of a window what they are to leave, those under way included', async () => {
    const limiter = new RateLimiter(clockAt(0), steady);
    limiter.hear('GET', answer(200, rateHeaders({ limit: 10, remaining: 7 })));
    const { promise, resolve } = Promise.withResolvers<string>();
    const slow = Array.from({ length: 2 }, () =>
      limiter.read(
        () => promise,
        () => 5,
      ),
    );
    expect(await read(limiter, () => 5)).toMatchObject({ code: 'rate-limited' });
    expect(await read(limiter)).toBe('read');
    resolve('read');
    await Promise.all(slow);
    expect(await read(limiter, () => 5)).toBe('read');
  });

  test('that go well do not make files go out sooner that fail each time', () => {
    const clock = clockAt(0);
    const limiter = new RateLimiter(clock, steady);
    const waits = Array.from({ length: 4 }, () => {
      limiter.hear('GET', answer(200));
      const wait = limiter.hold(down) - clock.now();
      clock.pass(wait);
      return wait;
    });
    expect(waits).toEqual([1000, 2000, 4000, 8000]);
  });
});
