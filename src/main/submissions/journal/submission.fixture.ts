import type { ItemState } from '../../../shared/bridge/submissions.ts';
import type { OutboxItem } from './submission.ts';

/** A file of account `a`, with nothing about it that a test does not say. */
export function item(id: number, size: number, state: ItemState, batch = 1): OutboxItem {
  return {
    id,
    accountId: 'a',
    path: `/f/${id}`,
    droppedPath: null,
    name: `${id}`,
    folder: null,
    size,
    mtimeNs: '1',
    seenAs: { inode: 1n, ctimeNs: 1n },
    addedAt: '2026-05-03T12:00:00.000Z',
    keccak256: null,
    blake2b256: null,
    sha256: null,
    attempts: 0,
    cost: null,
    settlement: null,
    batch,
    turn: 0,
    submitAnyway: false,
    beyondLine: false,
    wish: null,
    state,
  };
}
