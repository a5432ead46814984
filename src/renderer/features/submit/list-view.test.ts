import { expect, test } from 'vitest';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { foundWords, searchList } from './list-view.ts';

test('a search says how much of the list it shows', () => {
  expect(foundWords({ ids: [4], among: 898 })).toBe('1 of 898 files');
  expect(foundWords({ ids: [1], among: 1 })).toBe('1 of 1 file');
  // The empty list has words of its own.
  expect(foundWords({ ids: [], among: 898 })).toBe('');
});

const at = '2026-05-03T10:00:00Z';
const submissionId = '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01';

function row(id: number, name: string, folder: string | null, state: SubmissionState = { kind: 'waiting' }) {
  return {
    id,
    accountId: 'a',
    name,
    folder,
    size: 1,
    addedAt: at,
    state,
    cost: null,
    wish: null,
    content: 'file',
    files: null,
    parts: null,
  } as Submission;
}

const rows = [
  row(3, 'Überweisung März.pdf', 'Invoices 2026'),
  row(1, 'letter 0042.txt', null, { kind: 'submitted', submissionId, at }),
  row(2, 'letter 0929.txt', 'Invoices 2025/old'),
];
const submissions = new Map(rows.map((each) => [each.id, each]));
const ids = rows.map(({ id }) => id);

test.each<[string, readonly number[]]>([
  ['0042', [1]],
  ['LETTER', [1, 2]],
  ['letter txt 09', [2]],
  ['uberweisung marz', [3]],
  ['Überweisung', [3]],
  ['invoices', [3, 2]],
  ['2025/old', [2]],
  ['0c8a4e6e', [1]],
  [submissionId.toUpperCase(), [1]],
  [' ab01 ', [1]],
  // In the id alone, and too short for one.
  ['c37', []],
  ['nothing like it', []],
])('%j finds the files in which all its words stand, in the order of the list', (query, found) => {
  expect(searchList(ids, submissions, query)).toEqual(found);
});

test.each(['', '  ', '\t'])('%j hides nothing, and the list stays the same one', (query) => {
  expect(searchList(ids, submissions, query)).toBe(ids);
});

test('a file is found by what it has become', () => {
  const receipt = row(2, 'letter 0929.txt', null, { kind: 'submitted', submissionId, at });
  expect(searchList(ids, new Map([...submissions, [2, receipt]]), '0c8a')).toEqual([1, 2]);
});

test('a file that has left the list is not found', () => {
  expect(searchList([...ids, 9], submissions, 'letter')).toEqual([1, 2]);
});
