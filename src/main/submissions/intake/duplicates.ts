import { isGivenUp, type SubmissionRecord } from '../../../shared/records.ts';
import type { RecordStore } from '../../balances/index.ts';
import type { Past } from '../journal/earlier-submissions.ts';
import type { ItemBook } from '../journal/held-submissions.ts';
import { dataHashesOf, type OutboxItem } from '../journal/submission.ts';
import type { DuplicateOf } from '../journal/transitions.ts';

export type Duplicates = ReturnType<typeof createDuplicates>;

/** Finds what an item would repeat: the same bytes, by their Keccak-256, in the same account. */
export function createDuplicates(parts: {
  readonly book: ItemBook;
  readonly past: Pick<Past, 'removedWithBytes' | 'ownerOf'>;
  readonly records: Pick<RecordStore, 'withDataHash'>;
}) {
  const { book, past, records } = parts;

  /** Where several are repeated, one that has a receipt. `itemId` is 0 when only the service's record of it is known. */
  function repeatedBy(
    item: OutboxItem,
    counts: (other: OutboxItem) => boolean,
    countsAlone: (record: SubmissionRecord) => boolean,
  ): DuplicateOf | null {
    const { accountId, keccak256 } = item;
    if (keccak256 === null || item.submitAnyway) return null;
    const listed = book.withBytes(accountId, keccak256).filter((other) => other.id !== item.id);
    const known = [...past.removedWithBytes(accountId, keccak256).filter(isPaidFor), ...listed].filter(counts);
    const original = known.find((other) => 'submissionId' in other.state) ?? known[0];
    if (original !== undefined) return describeOriginal(original);
    const record = dataHashesOf(item)
      .flatMap((hash) => records.withDataHash(accountId, hash))
      .find((one) => !isGivenUp(one) && countsAlone(one));
    if (record === undefined) return null;
    return { itemId: 0, name: item.name, submissionId: record.id, at: record.createdAt ?? item.addedAt };
  }

  return {
    /** The submission (or the item ahead in the queue) that a prepared item repeats; null when it repeats none. */
    find: (item: OutboxItem): DuplicateOf | null =>
      repeatedBy(
        item,
        (other) => isPaidFor(other) || (isQueued(other) && isAhead(other, item)),
        () => true,
      ),

    /**
     * The same once more as it is about to be sent: since it was admitted, one that was behind it may have overtaken it or
     * been tried again. Of those in the queue only they count that may be with the service (`mayBeThere`): of the others
     * one goes first, and is found by the next. What a person wanted submitted anyway is paid for besides.
     */
    findAtSending: (item: OutboxItem, mayBeThere: (other: OutboxItem) => boolean): DuplicateOf | null =>
      repeatedBy(
        item,
        (other) => !other.submitAnyway && (isPaidFor(other) || (isQueued(other) && mayBeThere(other))),
        ({ id }) => past.ownerOf(item.accountId, id) === null,
      ),

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

/** It goes by itself, or once a person lets it. What is held as a duplicate itself is no reason to hold another. */
function isQueued({ state }: OutboxItem): boolean {
  if (state.kind === 'paused') return state.why.kind !== 'duplicate';
  return ['waiting', 'preparing', 'retrying'].includes(state.kind);
}

function isAhead(other: OutboxItem, item: OutboxItem): boolean {
  return other.turn < item.turn || (other.turn === item.turn && other.id < item.id);
}
