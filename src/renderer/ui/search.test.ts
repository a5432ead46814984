import { expect, test } from 'vitest';
import { foundWords } from './search.ts';

const searched = { query: 'work', found: 2, all: 9, thing: 'account' };

test('how many of all fit is said, and what to do where none does', () => {
  expect(foundWords(searched)).toBe('2 of 9 accounts');
  expect(foundWords({ ...searched, all: 1_398 })).toBe('2 of 1,398 accounts');
  expect(foundWords({ ...searched, found: 0 })).toBe('No account matches. Try fewer words.');
});

test('nothing is said while nothing is searched for', () => {
  expect(foundWords({ ...searched, query: ' ', found: 9 })).toBe('');
  expect(foundWords({ ...searched, found: 0, all: 0 })).toBe('');
});
