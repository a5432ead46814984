import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextIndex } from './lists.ts';

const keys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'];

test('no key leads out of the list', () => {
  const places = fc.integer({ min: 1, max: 10_000 }).chain((count) =>
    fc.record({
      count: fc.constant(count),
      index: fc.nat(count - 1),
      key: fc.constantFrom(...keys),
      page: fc.nat(50),
    }),
  );
  fc.assert(
    fc.property(places, ({ key, index, count, page }) => {
      const next = nextIndex(key, index, count, page);
      expect(next !== null && next >= 0 && next < count).toBe(true);
    }),
  );
});

test('other keys, and keys in an empty list, lead nowhere', () => {
  expect(nextIndex('a', 3, 10, 5)).toBeNull();
  expect(nextIndex('End', 0, 0, 5)).toBeNull();
});

test('a page down goes as far as rows are in sight', () => {
  expect(nextIndex('PageDown', 3, 100, 8)).toBe(11);
});
