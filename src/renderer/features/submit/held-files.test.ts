import { expect, test } from 'vitest';
import type { Submission, SubmissionState } from '../../../shared/bridge/submissions.ts';
import { heldFiles } from './held-files.ts';

const at = '2026-05-03T10:00:00Z';

function listed(...states: readonly SubmissionState[]): ReadonlyMap<number, Submission> {
  const base = { accountId: 'practice', name: 'a', folder: null, size: 1, addedAt: at, cost: null, wish: null };
  return new Map(states.map((state, index) => [index + 1, { ...base, id: index + 1, state }]));
}

test('paused files are told apart by what they wait for, so that resuming all never pays for a duplicate', () => {
  const of = { localId: 9, name: 'b', submissionId: 'x', at };
  const submissions = listed(
    { kind: 'paused', why: { kind: 'by-person' } },
    { kind: 'paused', why: { kind: 'duplicate', of } },
    { kind: 'paused', why: { kind: 'beyond-spending-limit' } },
    { kind: 'waiting' },
    { kind: 'paused', why: { kind: 'since-copy' } },
  );
  expect(heldFiles(submissions, [5, 4, 3, 2, 1])).toEqual({
    byPerson: [1],
    duplicates: [2],
    beyondSpendingLimit: [3],
    sinceCopy: [5],
  });
});
