import { describe, expect, test } from 'vitest';
import { createPacing } from './pacing.ts';

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

const down = { code: 'unavailable' } as const;

describe('holding an account', () => {
  test('a person takes a pause back at once, and the next one not before ten seconds', () => {
    const clock = clockAt(0);
    const pacing = createPacing(clock, steady);
    const heldFor = (): number => {
      pacing.hold('a', { code: 'rate-limited', retryAt: clock.now() + 600_000 });
      pacing.release('a');
      return pacing.msHeld('a');
    };
    expect(heldFor()).toBe(0);
    expect(heldFor()).toBeGreaterThan(0);
    clock.pass(10_000);
    expect(heldFor()).toBe(0);
  });

  test('trouble after trouble is waited out for twice as long, up to a cap', () => {
    const clock = clockAt(0);
    const pacing = createPacing(clock, steady);
    const waits: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const wait = pacing.hold('a', down) - clock.now();
      waits.push(wait);
      clock.pass(wait);
    }
    expect(waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
    expect(waits.at(-1)).toBe(300_000);
  });

  test('requests that fail together are one trouble', () => {
    const pacing = createPacing(clockAt(0), steady);
    expect([pacing.hold('a', down), pacing.hold('a', down), pacing.hold('a', down)]).toEqual([1000, 1000, 1000]);
  });

  test('the service’s own instant is kept to', () => {
    const pacing = createPacing(clockAt(0), steady);
    pacing.hold('a', { code: 'rate-limited', retryAt: 60_000 });
    expect(pacing.held('a')).toMatchObject({ reason: 'rate-limited' });
    expect(pacing.msHeld('a')).toBeGreaterThanOrEqual(60_000);
  });

  test('the service’s own short pauses are kept to twice, and then it rests longer and longer all the same', () => {
    for (const pauseMs of [0, 1, -1_000_000]) {
      const clock = clockAt(1_000_000_000);
      const pacing = createPacing(clock, steady);
      const waits: number[] = [];
      for (let round = 0; round < 12; round += 1) {
        const wait = pacing.hold('a', { code: 'rate-limited', retryAt: clock.now() + pauseMs }) - clock.now();
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
    const pacing = createPacing(clock, steady);
    for (let round = 0; round < 5; round += 1) {
      const wait = pacing.hold('a', { code: 'rate-limited', retryAt: clock.now() + 60_000 }) - clock.now();
      expect(wait).toBe(60_050);
      clock.pass(wait);
    }
  });

  test('what the service takes lets its own short pauses count again', () => {
    const clock = clockAt(0);
    const pacing = createPacing(clock, steady);
    for (let round = 0; round < 5; round += 1) clock.pass(pacing.hold('a', down) - clock.now());
    pacing.accepted('a', null);
    expect(pacing.hold('a', { code: 'rate-limited', retryAt: clock.now() }) - clock.now()).toBeLessThan(100);
  });

  test('one account’s trouble does not hold another', () => {
    const pacing = createPacing(clockAt(0), steady);
    pacing.hold('a', down);
    expect(pacing.msHeld('b')).toBe(0);
  });

  test('an answer that arrives while the account is held does not lift the hold', () => {
    const pacing = createPacing(clockAt(0), steady);
    pacing.hold('a', { code: 'rate-limited', retryAt: 60_000 });
    pacing.accepted('a', null);
    expect(pacing.msHeld('a')).toBeGreaterThan(0);
  });

  test('a wall clock that is set back holds nothing longer, and one that is set forward holds nothing at all', () => {
    const clock = clockAt(1_000_000_000);
    const pacing = createPacing(clock, steady);
    pacing.hold('a', { code: 'rate-limited', retryAt: 1_000_060_000 });
    clock.jump(-900_000_000);
    clock.pass(60_100);
    expect(pacing.msHeld('a')).toBe(0);
    pacing.hold('a', { code: 'rate-limited', retryAt: clock.now() + 60_000 });
    clock.jump(900_000_000);
    expect(pacing.msHeld('a')).toBe(0);
  });
});

describe('a rate limit', () => {
  test('that says it is used up holds the account until it resets', () => {
    const clock = clockAt(0);
    const pacing = createPacing(clock, steady);
    pacing.accepted('a', { limit: 15, remaining: 1, resetAt: 60_000 });
    expect(pacing.room('a')).toBe(1);
    pacing.accepted('a', { limit: 15, remaining: 0, resetAt: 60_000 });
    expect(pacing.msHeld('a')).toBeGreaterThanOrEqual(60_000);
    clock.pass(60_100);
    expect(pacing.msHeld('a')).toBe(0);
    expect(pacing.room('a')).toBe(15);
  });

  test('says how long a batch takes: 500 files at 15 a minute are 33 waits of a minute', () => {
    const pacing = createPacing(clockAt(0), steady);
    pacing.accepted('a', { limit: 15, remaining: 14, resetAt: 60_000 });
    const minutes = pacing.secondsFor('a', 499) / 60;
    expect(minutes).toBeGreaterThan(32.9);
    expect(minutes).toBeLessThan(33.1);
  });

  test('is learnt from what was accepted before the first refusal when no answer tells it', () => {
    const clock = clockAt(0);
    const pacing = createPacing(clock, steady);
    for (let file = 0; file < 15; file += 1) {
      pacing.accepted('a', null);
      clock.pass(100);
    }
    pacing.hold('a', { code: 'rate-limited', retryAt: 60_000 });
    expect(pacing.secondsFor('a', 31) / 60).toBeGreaterThan(2.9);
    expect(pacing.secondsFor('a', 31) / 60).toBeLessThan(3.1);
  });

  test('is not known while nobody has spoken of it', () => {
    const pacing = createPacing(clockAt(0), steady);
    pacing.accepted('a', null);
    expect(pacing.secondsFor('a', 1000)).toBe(0);
    expect(pacing.room('a')).toBe(Number.POSITIVE_INFINITY);
  });
});
