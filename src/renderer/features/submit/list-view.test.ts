import { expect, test } from 'vitest';
import { foundWords } from './list-view.ts';

test('a search says how much of the list it shows', () => {
  expect(foundWords({ ids: [4], among: 898 })).toBe('1 of 898 files');
  expect(foundWords({ ids: [1], among: 1 })).toBe('1 of 1 file');
  // The empty list has words of its own.
  expect(foundWords({ ids: [], among: 898 })).toBe('');
});
