import type { Past } from '../journal/earlier-submissions.ts';
import type { ItemBook } from '../journal/held-submissions.ts';
import type { OutboxItem } from '../journal/submission.ts';

/**
 * The files of an account that may have a record in its list which nobody knows to be theirs. What the journal says of
 * attempts is read once, after the list: what is sent later is not in it. How items stand is looked up anew each time.
 */
export class Rivals {
  readonly #book: ItemBook;
  readonly #past: Past;
  /** Items with an attempt whose end nobody saw, or that may come to that while the list is gone through. */
  readonly #lost = new Set<number>();
  readonly #bySize = new Map<number, number[]>();
  /** How many were taken off the list before, by size. */
  readonly #removedBySize = new Map<number, number>();

  constructor(book: ItemBook, past: Past, accountId: string) {
    this.#book = book;
    this.#past = past;
    for (const { id, size, removed } of past.lostItems(accountId)) {
      if (!removed) this.#lost.add(id);
      else if (size !== null) this.#removedBySize.set(size, (this.#removedBySize.get(size) ?? 0) + 1);
    }
    for (const item of book.ofAccount(accountId)) {
      if ('submissionId' in item.state || item.size === null) continue;
      if (isUnderWay(item)) this.#lost.add(item.id);
      const ids = this.#bySize.get(item.size);
      if (ids === undefined) this.#bySize.set(item.size, [item.id]);
      else ids.push(item.id);
    }
  }

  /** Others with the same bytes. */
  twinsOf({ id, accountId }: OutboxItem, keccak256: string): number {
    const same = this.#book.withBytes(accountId, keccak256).filter((other) => other.id !== id);
    const takenOff = this.#past
      .removedWithBytes(accountId, keccak256)
      .filter(({ state }) => state.kind === 'unsettled');
    return same.filter((other) => this.#mayBeListed(other)).length + takenOff.length;
  }

  /** Others of the sizes for which this holds, those with the same bytes among them. */
  ofSizes({ id }: OutboxItem, holds: (size: number) => boolean): number {
    let count = 0;
    for (const [size, removed] of this.#removedBySize) if (holds(size)) count += removed;
    for (const [size, ids] of this.#bySize) {
      if (holds(size)) count += ids.filter((other) => other !== id && this.#isAbout(other)).length;
    }
    return count;
  }

  #isAbout(id: number): boolean {
    const item = this.#book.get(id);
    // What was taken off the list meanwhile is as much about as before.
    return item === null ? this.#lost.has(id) : this.#mayBeListed(item);
  }

  #mayBeListed(item: OutboxItem): boolean {
    return isUnderWay(item) || (!('submissionId' in item.state) && this.#lost.has(item.id));
  }
}

function isUnderWay({ state }: OutboxItem): boolean {
  return state.kind === 'unsettled' || state.kind === 'sending';
}
