import type { Clock } from '../clock.ts';
import type { Estimates } from '../cost/estimates.ts';
import type { Past } from '../journal/earlier-submissions.ts';
import type { OutboxItem } from '../journal/submission.ts';
import { type Batch, createBatch } from './batch.ts';

export type BatchesParts = {
  readonly clock: Clock;
  readonly past: Pick<Past, 'lastBatch' | 'removedOfBatch' | 'payingToken'>;
  readonly estimates: Pick<Estimates, 'costOf'>;
};

/** The batch of each account, and what those that an earlier run left have cost. */
export function createBatches({ clock, past, estimates }: BatchesParts) {
  const batches = new Map<string, Batch>();

  function of(accountId: string): Batch {
    const known = batches.get(accountId);
    if (known !== undefined) return known;
    const last = past.lastBatch(accountId);
    const made = createBatch(clock.monotonic, last);
    batches.set(accountId, made);
    // What a person took off the list was paid for all the same.
    for (const item of past.removedOfBatch(accountId, last)) chargeKnown(item, made);
    return made;
  }

  function chargeKnown(item: OutboxItem, batch: Batch): void {
    const paidFor = ['submitted', 'confirmed', 'failed', 'unsettled', 'sending'].includes(item.state.kind);
    if (!paidFor) return;
    const known = item.cost !== null && /^\d+$/.test(item.cost.amount) ? BigInt(item.cost.amount) : null;
    // Who would pay now need not be who paid, and may not be known yet.
    const payer = { accountId: item.accountId, token: past.payingToken(item.id) };
    batch.charge(item.id, known ?? estimates.costOf(payer, { files: 1, bytes: BigInt(item.size ?? 0) }));
  }

  return {
    of,

    /** Takes up an item that an earlier run left. */
    recover(item: OutboxItem): void {
      const batch = of(item.accountId);
      batch.observe(item);
      if (item.batch === batch.current()) chargeKnown(item, batch);
    },

    forget: (accountId: string): boolean => batches.delete(accountId),
  };
}
