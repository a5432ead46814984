import { expect, test } from 'vitest';
import { createPacing } from './pacing.ts';

const steady = (): number => 0.5;

test('trouble after trouble is waited out for twice as long, up to a cap', () => {
  let now = 0;
  const pacing = createPacing(() => now, steady);
  const waits: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    const until = pacing.hold('a', null);
    waits.push(until - now);
    now = until;
  }
  expect(waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
  expect(waits.at(-1)).toBe(300_000);
});

test('requests that fail together are one trouble', () => {
  const pacing = createPacing(() => 0, steady);
  expect([pacing.hold('a', null), pacing.hold('a', null), pacing.hold('a', null)]).toEqual([1000, 1000, 1000]);
});

test('the service’s own instant is kept to', () => {
  const pacing = createPacing(() => 0, steady);
  expect(pacing.hold('a', 60_000)).toBe(60_000);
  expect(pacing.heldUntil('a')).toBe(60_000);
});

test('one account’s trouble does not hold another', () => {
  const pacing = createPacing(() => 0, steady);
  pacing.hold('a', null);
  expect(pacing.heldUntil('b')).toBe(0);
});

test('an answer that arrives while the account is held does not lift the hold', () => {
  const pacing = createPacing(() => 0, steady);
  pacing.hold('a', 60_000);
  pacing.clear('a');
  expect(pacing.heldUntil('a')).toBe(60_000);
});
