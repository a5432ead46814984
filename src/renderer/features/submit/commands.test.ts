import { expect, test } from 'vitest';
import { removalWords, undoneWords } from './commands.ts';

test.each([
  [1, 1, 'a.pdf', '“a.pdf” was removed from the list. Receipts stay under Look up.'],
  [1, 0, 'a.pdf', '“a.pdf” was removed from the list. Nothing on the disk was deleted.'],
  [1200, 3, null, '1,200 files were removed from the list. Receipts stay under Look up.'],
])('the removal of %i files with %i receipts says what stays', (files, receipts, name, words) => {
  expect(removalWords({ files, receipts, name })).toBe(words);
});

test.each([
  [0, 'There is nothing to undo.'],
  [1, '1 file is back in the list.'],
  [12, '12 files are back in the list.'],
])('undoing a removal says how many files are back: %i', (files, words) => {
  expect(undoneWords(files)).toBe(words);
});
