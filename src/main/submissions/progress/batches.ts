import { mayBePaidFor } from '../../../shared/submission-state.ts';
import type { Clock } from '../clock.ts';
import type { Estimates } from '../cost/estimates.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { Payments } from '../journal/payments.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { type Batch, createBatch } from './batch.ts';

export type BatchesParts = {
  readonly clock: Clock;
  readonly earlierSubmissions: Pick<EarlierSubmissions, 'lastBatch' | 'removedOfBatch'>;
  readonly payments: Pick<Payments, 'tokenOf'>;
  readonly estimates: Pick<Estimates, 'costOf'>;
};

export type Batches = ReturnType<typeof createBatches>;

/** The batch of each account, and what those that an earlier run left have cost. */
export function createBatches({ clock, earlierSubmissions, payments, estimates }: BatchesParts) {
  const batches = new Map<string, Batch>();

  function of(accountId: string): Batch {
    const known = batches.get(accountId);
    if (known !== undefined) return known;
    const last = earlierSubmissions.lastBatch(accountId);
    const made = createBatch(clock.monotonic, last);
    batches.set(accountId, made);
    // What a person took off the list was paid for all the same.
    for (const submission of earlierSubmissions.removedOfBatch(accountId, last)) chargeKnown(submission, made);
    return made;
  }

  function chargeKnown(submission: StoredSubmission, batch: Batch): void {
    if (!mayBePaidFor(submission.state)) return;
    const known =
      submission.cost !== null && /^\d+$/.test(submission.cost.amount) ? BigInt(submission.cost.amount) : null;
    // Who would pay now need not be who paid, and may not be known yet.
    const payer = { accountId: submission.accountId, token: payments.tokenOf(submission.id) };
    batch.charge(submission.id, known ?? estimates.costOf(payer, { files: 1, bytes: BigInt(submission.size ?? 0) }));
  }

  return {
    of,

    /** Takes up a submission that an earlier run left. */
    recover(submission: StoredSubmission): void {
      const batch = of(submission.accountId);
      batch.observe(submission);
      if (submission.batch === batch.current()) chargeKnown(submission, batch);
    },

    forget: (accountId: string): boolean => batches.delete(accountId),
  };
}
