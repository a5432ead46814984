import { expect, test } from 'vitest';
import { separatorsOf } from '../amounts/amounts.ts';
import { type BatchCounts, noFiles } from '../submissions/batch-status.ts';
import { batchEndWords } from './batch-end.ts';

const end = (counts: Partial<BatchCounts>, { locale = 'en', folders = 0 } = {}) =>
  batchEndWords({ counts: { ...noFiles, ...counts }, folders }, separatorsOf(locale));

test.each<[string, Partial<BatchCounts>, string, string]>([
  ['all are confirmed', { confirmed: 3 }, 'All 3 files are confirmed', 'Their receipts are in the list.'],
  [
    'some wait for a block',
    { submitted: 1, confirmed: 1 },
    'Both files are submitted',
    '1 waits for a block. Their receipts are in the list.',
  ],
  ['one is submitted', { submitted: 1 }, 'Your file is submitted', 'Waits for a block. Its receipt is in the list.'],
  [
    'some were refused',
    { submitted: 38, rejected: 2 },
    '38 of 40 files submitted',
    '2 not submitted, 38 wait for a block. Open Dropslip to see why.',
  ],
  ['one was refused', { rejected: 1 }, 'Your file was not submitted', 'Open Dropslip to see why.'],
  ['of one nobody knows', { notKnown: 1 }, 'We don’t know yet what happened to your file', 'Open Dropslip to see why.'],
  [
    'some wait for a decision',
    { confirmed: 1, undecided: 2 },
    '1 of 3 files submitted',
    '2 wait for your decision. Open Dropslip to decide.',
  ],
  [
    'some were cancelled',
    { confirmed: 4, cancelled: 1 },
    '4 of 5 files submitted',
    '1 cancelled. Their receipts are in the list.',
  ],
])('the desktop says the same as the list where %s', (_what, counts, title, body) => {
  expect(end(counts)).toEqual({ title, body });
});

test.each([
  ['de', '11.111 of 12.345', '1.234'],
  ['en-GB', '11,111 of 12,345', '1,234'],
])('numbers are written as the app’s language %s writes them', (locale, title, rejected) => {
  const words = end({ confirmed: 11_111, rejected: 1_234 }, { locale });
  expect(words?.title).toBe(`${title} files submitted`);
  expect(words?.body).toContain(`${rejected} not submitted`);
});

test('no block is waited for where the account can’t see any', () => {
  expect(batchEndWords({ counts: { ...noFiles, submitted: 3 }, folders: 0 }, separatorsOf('en'), false)).toEqual({
    title: 'All 3 files are submitted',
    body: 'Their receipts are in the list.',
  });
});

test('a folder kept together is called one', () => {
  expect(end({ confirmed: 1 }, { folders: 1 })?.title).toBe('Your folder is confirmed');
});

test('who cancelled everything is not told that it is done', () => {
  expect(end({ cancelled: 3 })).toBeNull();
});

test('thousands of files are parted as amounts are, in every language', () => {
  expect(end({ confirmed: 1_200 }, { locale: 'es' })?.title).toBe('All 1.200 files are confirmed');
});

test('of an incomplete file the desktop says so, and where to see why', () => {
  expect(end({ incomplete: 1 })).toEqual({
    title: 'Your file is incomplete',
    body: 'Open Dropslip to see why.',
  });
});
