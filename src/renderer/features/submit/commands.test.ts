import { expect, test } from 'vitest';
import { removalWords, undoneWords } from './commands.ts';

test.each([
  [1, 1, 'a.pdf', '“a.pdf” was removed from the list. Its receipt stays: see Spending and Look up.'],
  [1, 0, 'a.pdf', '“a.pdf” was removed from the list. The file itself stays where it is.'],
  [3, 3, null, '3 files were removed from the list. Their receipts stay: see Spending and Look up.'],
  [3, 2, null, '3 files were removed from the list. The 2 receipts among them stay: see Spending and Look up.'],
  [3, 1, null, '3 files were removed from the list. The one receipt among them stays: see Spending and Look up.'],
  [1200, 0, null, '1,200 files were removed from the list. The files themselves stay where they are.'],
])('of %i files with %i receipts it is said where they are', (files, receipts, name, words) => {
  expect(removalWords({ id: 1, files, receipts, name }, true)).toBe(words);
});

test('of an account that can’t read records, receipts are looked up and not looked for under Spending', () => {
  expect(removalWords({ id: 1, files: 2, receipts: 2, name: null }, false)).toBe(
    '2 files were removed from the list. Their receipts stay: see Look up.',
  );
});

test.each([
  [0, false, 'There is nothing to undo.'],
  [1, false, '1 file is back in the list.'],
  [12, true, '12 files are back in the list. The removal before that can be undone, too.'],
])('how many are back is said, and whether there is more to undo: %i, %s', (files, isMore, words) => {
  expect(undoneWords(files, isMore)).toBe(words);
});
