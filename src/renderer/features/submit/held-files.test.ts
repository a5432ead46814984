import { expect, test } from 'vitest';
import type { Item, ItemState } from '../../../shared/bridge/submissions.ts';
import { heldFiles } from './held-files.ts';

const at = '2026-05-03T10:00:00Z';

function listed(...states: readonly ItemState[]): ReadonlyMap<number, Item> {
  const base = { accountId: 'practice', name: 'a', folder: null, size: 1, addedAt: at, cost: null, wish: null };
  return new Map(states.map((state, index) => [index + 1, { ...base, id: index + 1, state }]));
}

test('paused files are told apart by what they wait for, so that resuming all never pays for a duplicate', () => {
  const of = { itemId: 9, name: 'b', submissionId: 'x', at };
  const items = listed(
    { kind: 'paused', why: { kind: 'by-person' } },
    { kind: 'paused', why: { kind: 'duplicate', of } },
    { kind: 'paused', why: { kind: 'beyond-stop-line' } },
    { kind: 'waiting' },
    { kind: 'paused', why: { kind: 'since-copy' } },
  );
  expect(heldFiles(items, [5, 4, 3, 2, 1])).toEqual({
    byPerson: [1],
    duplicates: [2],
    beyondStopLine: [3],
    sinceCopy: [5],
  });
});
