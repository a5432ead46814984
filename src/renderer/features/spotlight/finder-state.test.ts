import { expect, test } from 'vitest';
import { arranged, entryWords, spokenWords } from './finder-state.ts';

const screen = { group: 'Screens', label: 'Accounts' } as const;
const files = { group: 'Actions', label: 'Choose files' } as const;
const account = { group: 'Accounts', label: 'Switch to Contracts' } as const;

test('submissions that fit stand before accounts and actions, and another account stands last', () => {
  expect(arranged([account, files], 'contract', true)).toEqual({ before: [], after: [files, account] });
  expect(arranged([account, files], 'switch', true)).toEqual({ before: [], after: [files, account] });
});

test('a screen or an action whose name begins with what is typed stands before the submissions', () => {
  expect(arranged([screen, account, files], ' Choose ', true)).toEqual({ before: [files], after: [screen, account] });
  expect(arranged([account, screen], 'acc', false)).toEqual({ before: [screen, account], after: [] });
});

test('before anything is typed all stands as it always does', () => {
  expect(arranged([screen, account, files], '', false)).toEqual({ before: [screen, account, files], after: [] });
});

const plain = { what: 'letter 0042.txt', count: 2, isFirst: true, isNear: false, reading: null };

test('what fits is said with how many fit', () => {
  expect(spokenWords(plain)).toBe('letter 0042.txt, 2 entries.');
  expect(spokenWords({ ...plain, count: 1 })).toBe('letter 0042.txt, one entry.');
  expect(spokenWords({ ...plain, count: 0, what: '' })).toBe('No match.');
});

test('what only was perhaps meant is never said as if it fitted, and is not said again with each arrow', () => {
  expect(spokenWords({ ...plain, isNear: true })).toBe('No match. Did you mean: letter 0042.txt, 2 entries.');
  expect(spokenWords({ ...plain, isNear: true, isFirst: false })).toBe('letter 0042.txt, 2 entries.');
});

test('as what a date was understood is said once', () => {
  const dated = { ...plain, reading: 'Read as a date: 12 November 2026' };
  expect(spokenWords(dated)).toBe('letter 0042.txt, 2 entries. Read as a date: 12 November 2026.');
  expect(spokenWords({ ...dated, isFirst: false })).toBe('letter 0042.txt, 2 entries.');
  expect(spokenWords({ ...dated, count: 0 })).toBe('No match. Read as a date: 12 November 2026.');
});

test('what stands in several places of an entry is said with pauses between them', () => {
  expect(entryWords(['Switch to Contracts', 'http://127.0.0.1:45433'])).toBe(
    'Switch to Contracts, http://127.0.0.1:45433',
  );
  expect(entryWords(['letter 0077.txt', 'Nov 23, 2026 · Confirmed · '])).toBe(
    'letter 0077.txt, Nov 23, 2026, Confirmed',
  );
  expect(entryWords(['Submit', ''])).toBe('Submit');
});
