import { expect, test } from 'vitest';
import type { WayLoad, WeighedDrop } from '../../../shared/bridge/drops.ts';
import { countedWords, dropWords, nothingWords, withoutNodeWords } from './drop-question.ts';

const way = (submissions: number, amount: string | null = null, seconds = 0): WayLoad => ({
  submissions,
  estimate: amount === null ? null : { cost: { amount, token: 'ether', decimals: 3 }, balance: null, covered: null },
  seconds,
});

const photos = { name: 'Photos', files: 214, bytes: 5_240_000, problems: null };
const drop: WeighedDrop = {
  dropId: 1,
  accountId: 'a',
  isPrivate: false,
  files: 214,
  bytes: 5_240_000,
  looseFiles: 0,
  looseName: null,
  folders: [photos],
  leftOut: { files: 0, folders: 0 },
  notes: [],
  ways: { separate: way(214, '2140'), together: way(6, '60') },
  choices: { folders: 'ask', keepsTimes: true },
};

test('each way says what it costs and how many submissions it takes', () => {
  const { what, ways } = dropWords(drop, 'Work');
  expect(what).toBe('“Photos”: 214 files, 5.2 MB.');
  expect(ways.map(({ way: name, price, takes }) => [name, price, takes])).toEqual([
    ['together', 'about 0.06 ether', '6 submissions'],
    ['separate', 'about 2.14 ether', '214 submissions'],
  ]);
});

test('before private files go, an account without a network node says when they can be downloaded', () => {
  expect(withoutNodeWords({ kind: 'service', nodeAddress: null })).toContain('only if the service offers downloads');
  expect(withoutNodeWords({ kind: 'service', nodeAddress: 'https://node.example/' })).toBeNull();
  expect(withoutNodeWords({ kind: 'practice', nodeAddress: null })).toBeNull();
});

test('a drop with no file in it is no question: it is said why, unless what is hidden in it can be added', () => {
  const none = { ...drop, files: 0, bytes: 0, folders: [{ ...photos, files: 0, bytes: 0 }] };
  const empty = { ...none, notes: [{ kind: 'empty-folder', folder: 'Photos' }] } as const;
  expect(nothingWords(empty)).toBe('“Photos” has no files in it, so there is nothing to submit.');
  expect(nothingWords({ ...none, folders: [], looseName: 'gone.txt' })).toBe(
    '“gone.txt” was moved or cannot be read. Open or drop it again.',
  );
  expect(nothingWords({ ...empty, leftOut: { files: 0, folders: 1 } })).toBeNull();
  expect(nothingWords(drop)).toBeNull();
});

test('while no price is known that is said, and where the service takes so many at a time how long that makes it', () => {
  const [together, separate] = dropWords(
    { ...drop, ways: { ...drop.ways, separate: way(214, null, 180) } },
    'Work',
  ).ways;
  expect(together?.takes).toBe('6 submissions');
  expect(separate?.price).toBe('cost unknown');
  expect(separate?.takes).toMatch(/^214 submissions, 3 min.* at least, because of the service’s limit$/);
});

test('what has too much in it to be kept together goes file by file, which is said', () => {
  const { ways, notes } = dropWords({ ...drop, ways: { ...drop.ways, together: null } }, 'Work');
  expect(ways.map(({ way: name }) => name)).toEqual(['separate']);
  expect(notes).toContain('It has too many files and folders to keep together.');
});

test('files without a folder are named, with who pays and what it costs, for they have no ways to choose from', () => {
  const one = { ...drop, folders: [], files: 1, looseFiles: 1, looseName: 'letter.txt', bytes: 12 };
  expect(dropWords({ ...one, ways: { ...drop.ways, separate: way(1, '30') } }, 'Work')).toMatchObject({
    what: '“letter.txt”: 1 file, 12 bytes.',
    cost: 'Costs about 0.03 ether, paid by Work.',
    ways: [],
  });
  const many = dropWords({ ...one, files: 3, looseFiles: 3, ways: { ...drop.ways, separate: way(3) } }, 'Work');
  expect(many.what).toBe('“letter.txt” and others: 3 files, 12 bytes.');
  expect(many.cost).toBe('Cost unknown, paid by Work.');
  expect(dropWords(drop, 'Work').cost).toBeNull();
});

test('what is left out, what cannot go along and what goes beside it is said', () => {
  const problems = { count: 3, path: 'a/link', why: 'link' } as const;
  const { what, notes } = dropWords(
    {
      ...drop,
      files: 216,
      looseFiles: 2,
      folders: [{ ...photos, problems }],
      leftOut: { files: 2, folders: 1 },
    },
    'Work',
  );
  expect(what).toBe('“Photos” and 2 files: 216 files, 5.2 MB in all.');
  expect(notes).toEqual([
    '“a/link” and 2 more can’t be submitted as they are. You decide about them before the folder is sent.',
    'Single files are submitted separately.',
    '3 hidden files and folders are left out.',
  ]);
});

test('a count is told as it grows', () => {
  expect(countedWords({ files: 0, bytes: 0 })).toBe('Looking at what you dropped…');
  expect(countedWords({ files: 12_345, bytes: 3_200_000 })).toBe('Counting… 12,345 files so far, 3.2 MB.');
});
