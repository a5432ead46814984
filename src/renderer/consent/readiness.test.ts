import { expect, test } from 'vitest';
import { isKeyMeant, next, type Readiness, type ReadinessEvent, unread, yesFrom } from './readiness.ts';

const after = (...events: readonly ReadinessEvent[]): Readiness => events.reduce(next, unread);
const front = (at: number): ReadinessEvent => ({ kind: 'came-to-front', at });
const seen: ReadinessEvent = { kind: 'end-seen' };

test('a yes waits until the end was in view and the window was in front for half a second, whichever is later', () => {
  expect(yesFrom(unread)).toBe(Number.POSITIVE_INFINITY);
  expect(yesFrom(after(seen))).toBe(Number.POSITIVE_INFINITY);
  expect(yesFrom(after(front(100)))).toBe(Number.POSITIVE_INFINITY);
  expect(yesFrom(after(seen, front(100)))).toBe(600);
});

test('a window that was behind another one is to be in front anew for as long', () => {
  const left = after(seen, front(100), { kind: 'left-front', at: 2_000 });
  expect(yesFrom(left)).toBe(Number.POSITIVE_INFINITY);
  expect(yesFrom(next(left, front(3_000)))).toBe(3_500);
});

test('coming to the front twice begins again only while the yes could not be given yet', () => {
  expect(yesFrom(after(seen, front(100), front(300)))).toBe(800);
  expect(yesFrom(after(seen, front(100), front(700)))).toBe(600);
});

test('a character typed puts the yes off by two seconds, also when the window leaves and comes back', () => {
  const typed = after(seen, front(100), { kind: 'typed', at: 5_000 });
  expect(yesFrom(typed)).toBe(7_000);
  const back = [{ kind: 'left-front', at: 5_100 } as const, front(5_200)].reduce(next, typed);
  expect(yesFrom(back)).toBe(7_000);
});

test('a key on the yes counts once the yes has had the keyboard for half a second', () => {
  const focused = after({ kind: 'yes-focused', at: 1_000 });
  expect(isKeyMeant(focused, 1_499)).toBe(false);
  expect(isKeyMeant(focused, 1_500)).toBe(true);
  expect(isKeyMeant(next(focused, { kind: 'yes-left', at: 1_600 }), 9_000)).toBe(false);
});
