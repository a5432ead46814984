import type { Awaits } from '../../../shared/bridge/submissions.ts';
import type { ItemBook } from '../journal/held-submissions.ts';
import type { OutboxItem } from '../journal/submission.ts';
import type { Publisher } from '../progress/publisher.ts';

export type ShowAwaits = (id: number, awaits: Awaits | null) => OutboxItem | null;

/** Shows of an item that waits what it waits for besides its turn; null where it does not wait. No restart needs to know it. */
export function createShowAwaits(book: Pick<ItemBook, 'apply'>, publisher: Pick<Publisher, 'changed'>): ShowAwaits {
  return (id, awaits) => {
    const changed = book.apply(id, { type: 'await', awaits });
    if (changed !== null) publisher.changed(changed);
    return changed;
  };
}
