import type { Keeper } from '../storage/index.ts';
import { checkedUntil } from './checking.ts';
import type { Clock } from './clock.ts';
import type { ItemBook } from './item-book.ts';
import type { Journal } from './journal.ts';
import type { OutboxItem } from './outbox-item.ts';
import type { Publisher } from './publisher.ts';
import type { Queue } from './queue.ts';
import { interruptedWhileSending } from './sentences.ts';
import type { Settling } from './settling.ts';

export type RecoveryParts = {
  readonly clock: Clock;
  readonly book: ItemBook;
  readonly journal: Journal;
  readonly keeper: Keeper;
  readonly publisher: Publisher;
  readonly queue: Queue;
  readonly settling: Settling;
};

/** Takes up what an earlier run left: nothing that may have been accepted goes back into the queue. */
export async function recover(parts: RecoveryParts): Promise<void> {
  const { book, clock, queue, settling } = parts;
  const at = new Date(clock.now()).toISOString();
  const items = [...book.all()];
  await Promise.all(items.map((item) => closeAttempt(parts, item, at)));
  // Earlier versions wrote this down, too.
  for (const { id, state } of items) if (state.kind === 'preparing') book.apply(id, { type: 'interrupted' });
  for (const { id } of items) {
    const item = book.get(id);
    if (item === null) continue;
    if (item.state.kind === 'waiting' || item.state.kind === 'retrying') await queue.enqueue(item);
    if (item.state.kind === 'submitted' || item.state.kind === 'unsettled') settling.watch(item, true);
  }
}

async function closeAttempt(parts: RecoveryParts, item: OutboxItem, at: string): Promise<void> {
  const { book, journal, keeper, publisher } = parts;
  if (item.state.kind !== 'sending') return;
  const number = item.state.attempt;
  const whole = journal.wholeBodyMayBeOut(item.id, number);
  const changed = book.apply(
    item.id,
    whole
      ? { type: 'lose-answer', since: at, until: checkedUntil(at), reason: interruptedWhileSending }
      : { type: 'interrupted' },
  );
  if (changed === null) return;
  const end = {
    endedAt: at,
    outcome: 'interrupted',
    detail: whole
      ? 'Dropslip ended while the answer was awaited.'
      : 'Dropslip ended before the last bytes were sent, so the service cannot have the file.',
  } as const;
  await keeper.keep(() => journal.endAttempt(book.get(item.id) ?? changed, number, end));
  publisher.changed(book.get(item.id) ?? changed);
}
