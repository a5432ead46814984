import fc from 'fast-check';
import { expect, test } from 'vitest';
import { separatorsOf } from '../amounts.ts';
import type { AddNote } from '../bridge/submissions.ts';
import { allOf, type BatchCounts, batchStatuses, noFiles, withReceipt } from '../submissions/batch-status.ts';
import { addNoteWords, batchEndWords, batchFacts, batchHeadline, leftOutWords } from './submissions.ts';

const told = (counts: Partial<BatchCounts>): string => {
  const all = { ...noFiles, ...counts };
  return [batchHeadline(all, String), ...batchFacts(all, String).map(({ text }) => text)].join(' · ');
};

test.each<[Partial<BatchCounts>, string]>([
  [{ rejected: 1 }, 'Your file is not submitted'],
  [{ cancelled: 1 }, 'Your file is cancelled'],
  [{ submitted: 1 }, 'Your file is submitted · waiting for a block'],
  [{ confirmed: 1 }, 'Your file is confirmed'],
  [{ notKnown: 1 }, 'Your file is uncertain'],
  [{ undecided: 1 }, 'Your file is waiting for your decision'],
  [{ delayed: 1 }, 'Your file is delayed'],
  [{ confirmed: 3, rejected: 2 }, '3 of 5 files submitted · 2 not submitted'],
  [{ confirmed: 3, delayed: 1 }, 'All 4 files are submitted · 1 delayed'],
  [{ submitted: 2, confirmed: 3 }, 'All 5 files are submitted · 2 waiting for a block'],
  [{ submitted: 5 }, 'All 5 files are submitted · waiting for a block'],
  [{ toGo: 80, sending: 8, submitted: 2, confirmed: 10 }, '12 of 100 files submitted'],
  [{ toGo: 80, checking: 1, confirmed: 10 }, '10 of 91 files submitted · 80 still to be sent · 1 being checked'],
  [{ confirmed: 1, undecided: 2, paused: 3 }, '1 of 6 files submitted · 2 waiting for your decision · 3 paused'],
  [{ confirmed: 1, notKnown: 1, cancelled: 1 }, '1 of 3 files submitted · 1 uncertain · 1 cancelled'],
  [{ cancelled: 2 }, 'Both files are cancelled'],
  [{ rejected: 2 }, 'Both files are not submitted'],
  [{ rejected: 3 }, 'All 3 files are not submitted'],
  [{ delayed: 2 }, 'Both files are delayed'],
  [{ submitted: 1, confirmed: 1 }, 'Both files are submitted · 1 waiting for a block'],
  [{ submitted: 2 }, 'Both files are submitted · waiting for a block'],
  [{ delayed: 1, rejected: 1 }, '1 of 2 files submitted · 1 not submitted · 1 delayed'],
])('of %j it is said: %s', (counts, words) => {
  expect(told(counts)).toBe(words);
});

test('nothing is said to wait for a block where the account can’t see any', () => {
  expect(batchFacts({ ...noFiles, submitted: 5 }, String, false)).toEqual([]);
  expect(batchFacts({ ...noFiles, submitted: 4, rejected: 1 }, String, false)).toMatchObject([
    { text: '1 not submitted' },
  ]);
});

const anyCounts = fc
  .record(Object.fromEntries(batchStatuses.map((status) => [status, fc.oneof(fc.constant(0), fc.nat({ max: 50 }))])))
  .map((counts): BatchCounts => ({ ...noFiles, ...counts }))
  .filter((counts) => allOf(counts) > 0);

test('whatever became of the files, the words claim no receipt that is not there', () => {
  fc.assert(
    fc.property(anyCounts, (counts) => {
      const all = allOf(counts);
      const headline = batchHeadline(counts, String);
      const claimed = /^(\d+) of \d+ files submitted$/.exec(headline)?.[1];
      if (claimed !== undefined) expect(Number(claimed)).toBe(withReceipt(counts));
      const claimsAll = /are (submitted|confirmed)|is (submitted|confirmed)/.test(headline);
      if (claimsAll) expect(withReceipt(counts)).toBe(all);
      if (/confirmed/.test(headline)) expect(counts.confirmed).toBe(all);
      if (/not submitted/.test(headline)) expect(counts.rejected).toBe(all);
      expect(`${headline} ${told(counts)}`).not.toMatch(/\bdone\b/);
    }),
  );
});

test('whatever became of the files, each number of the words is one of theirs, and none that needs the person is left out', () => {
  fc.assert(
    fc.property(anyCounts, (counts) => {
      const facts = batchFacts(counts, String);
      const said = (pattern: RegExp): number =>
        facts.reduce((sum, { text }) => sum + (pattern.test(text) ? Number.parseInt(text, 10) : 0), 0);
      const all = allOf(counts);
      for (const [status, pattern] of [
        ['rejected', /not submitted/],
        ['delayed', /delayed/],
        ['notKnown', /uncertain/],
        ['undecided', /your decision/],
        ['paused', /paused/],
        ['cancelled', /cancelled/],
        ['checking', /checked/],
      ] as const) {
        expect(said(pattern)).toBe(counts[status] === all ? 0 : counts[status]);
      }
    }),
  );
});

test.each<[AddNote, string]>([
  [{ kind: 'nowhere' }, 'That is not a file on this computer. Save it to a folder, then drop it from there.'],
  [
    { kind: 'own-folder' },
    'Dropslip’s own folder was left out. To submit a file from it, copy the file to another folder and drop it from there.',
  ],
  [{ kind: 'empty-folder', folder: 'trip' }, '“trip” has no files in it, so there is nothing to submit.'],
  [
    { kind: 'unreadable-folder', folder: 'trip/day one' },
    '“trip/day one” could not be opened. Check that it is still there and that you have permission to read it, then add it again.',
  ],
  [
    { kind: 'endless-folder', folder: 'trip' },
    '“trip” has more files than Dropslip allows, so none were added. Add them in several folders.',
  ],
  [
    { kind: 'rest-of-folder', folder: 'trip' },
    '“trip” has more files and folders than Dropslip allows, so not all were added. Add the rest in several folders.',
  ],
])('$0.kind is said to the letter', (note, words) => {
  expect(addNoteWords(note)).toBe(words);
});

test.each([
  [0, 0, null],
  [1, 0, '1 hidden file was left out. To submit it too, drop it without the folder.'],
  [3, 0, '3 hidden files were left out. To submit them too, drop them without the folder.'],
  [0, 1, '1 hidden folder was left out. To submit it too, drop it without the folder.'],
  [2, 1, '2 hidden files and 1 hidden folder were left out. To submit them too, drop them without the folder.'],
])('%i hidden files and %i hidden folders are counted apart', (files, folders, words) => {
  expect(leftOutWords({ files, folders })).toBe(words);
});

const end = (counts: Partial<BatchCounts>, { locale = 'en' } = {}) =>
  batchEndWords({ ...noFiles, ...counts }, separatorsOf(locale));

test.each<[string, Partial<BatchCounts>, string, string]>([
  ['all are confirmed', { confirmed: 3 }, 'All 3 files are confirmed', 'Their receipts are in the list.'],
  [
    'some wait for a block',
    { submitted: 1, confirmed: 1 },
    'Both files are submitted',
    '1 waiting for a block. Their receipts are in the list.',
  ],
  ['one is submitted', { submitted: 1 }, 'Your file is submitted', 'Waiting for a block. Its receipt is in the list.'],
  [
    'some were refused',
    { submitted: 38, rejected: 2 },
    '38 of 40 files submitted',
    '2 not submitted, 38 waiting for a block. Open Dropslip to see why.',
  ],
  ['one was refused', { rejected: 1 }, 'Your file is not submitted', 'Open Dropslip to see why.'],
  ['of one nobody knows', { notKnown: 1 }, 'Your file is uncertain', 'Open Dropslip to see why.'],
  [
    'some wait for a decision',
    { confirmed: 1, undecided: 2 },
    '1 of 3 files submitted',
    '2 waiting for your decision. Open Dropslip to decide.',
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
  expect(batchEndWords({ ...noFiles, submitted: 3 }, separatorsOf('en'), false)).toEqual({
    title: 'All 3 files are submitted',
    body: 'Their receipts are in the list.',
  });
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
