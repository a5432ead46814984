import type { RecordStore } from '../ledger/index.ts';
import type { ItemBook } from './item-book.ts';
import { dataHashesOf, type OutboxItem } from './outbox-item.ts';
import type { Past } from './past.ts';
import type { DuplicateOf } from './transitions.ts';

export type Duplicates = ReturnType<typeof createDuplicates>;

/** Finds what an item would repeat: the same bytes, by their Keccak-256, in the same account. */
export function createDuplicates(parts: {
  readonly book: ItemBook;
  readonly past: Past;
  readonly records: RecordStore;
}) {
  const { book, past, records } = parts;

  return {
    /**
     * The submission (or the item ahead in the queue) that a prepared item repeats; null when it repeats none. Where
     * several do, one that has a receipt. `itemId` is 0 when only the service's record of it is known.
     */
    find(item: OutboxItem): DuplicateOf | null {
      const { accountId, keccak256 } = item;
      if (keccak256 === null || item.submitAnyway) return null;
      const listed = book
        .withBytes(accountId, keccak256)
        .filter((other) => other.id !== item.id && counts(other, item));
      const removed = past.removedWithBytes(accountId, keccak256).filter(isPaidFor);
      const known = [...removed, ...listed];
      const original = known.find((other) => 'submissionId' in other.state) ?? known[0];
      if (original !== undefined) return describeOriginal(original);
      const record = dataHashesOf(item)
        .flatMap((hash) => records.withDataHash(accountId, hash))
        .find(({ phase }) => phase !== 'failed');
      if (record === undefined) return null;
      return { itemId: 0, name: item.name, submissionId: record.id, at: record.createdAt ?? item.addedAt };
    },

    /** The items that wait for a person because they repeat `original`. */
    heldFor: (original: OutboxItem): OutboxItem[] =>
      original.keccak256 === null
        ? []
        : book
            .withBytes(original.accountId, original.keccak256)
            .filter(
              ({ state }) =>
                state.kind === 'paused' && state.why.kind === 'duplicate' && state.why.of.itemId === original.id,
            ),
  };
}

export function describeOriginal(original: OutboxItem): DuplicateOf {
  const { id, name, state, addedAt } = original;
  return {
    itemId: id,
    name,
    submissionId: 'submissionId' in state ? state.submissionId : null,
    at: 'at' in state ? state.at : addedAt,
  };
}

/** It was submitted, or it may have been. What the service gave up on, or never took, is no reason to ask. */
function isPaidFor({ state }: OutboxItem): boolean {
  return ['submitted', 'confirmed', 'unsettled', 'sending'].includes(state.kind);
}

function counts(other: OutboxItem, item: OutboxItem): boolean {
  if (isPaidFor(other)) return true;
  const isAhead = other.turn < item.turn || (other.turn === item.turn && other.id < item.id);
  if (!isAhead) return false;
  const { state } = other;
  if (state.kind === 'paused') return state.why.kind !== 'duplicate';
  return ['waiting', 'preparing', 'retrying'].includes(state.kind);
}
