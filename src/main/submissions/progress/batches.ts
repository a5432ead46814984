import { mayBePaidFor } from '../../../shared/submissions/submission-state.ts';
import type { Clock } from '../../service/index.ts';
import { chargeOf, type Estimates } from '../cost/estimates.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { Payments } from '../journal/payments.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { Batch } from './batch.ts';

type BatchesParts = {
  readonly clock: Clock;
  readonly earlierSubmissions: Pick<EarlierSubmissions, 'lastBatch' | 'removedOfBatch'>;
  readonly payments: Pick<Payments, 'tokenOf'>;
  readonly estimates: Pick<Estimates, 'chargeOf'>;
};

/** The batch of each account, and what those that an earlier run left have cost. */
export class Batches {
  readonly #parts: BatchesParts;
  readonly #batches = new Map<string, Batch>();

  constructor(parts: BatchesParts) {
    this.#parts = parts;
  }

  of(accountId: string): Batch {
    const known = this.#batches.get(accountId);
    if (known !== undefined) return known;
    const { clock, earlierSubmissions } = this.#parts;
    const last = earlierSubmissions.lastBatch(accountId);
    const made = new Batch(clock.monotonic, last);
    this.#batches.set(accountId, made);
    // What a person took off the list was paid for all the same.
    for (const submission of earlierSubmissions.removedOfBatch(accountId, last)) {
      made.observe(submission);
      made.forget(submission.id);
      this.#chargeKnown(submission, made);
    }
    return made;
  }

  /** Takes up a submission that an earlier run left. */
  recover(submission: StoredSubmission): void {
    const batch = this.of(submission.accountId);
    batch.observe(submission);
    if (submission.batch === batch.current) this.#chargeKnown(submission, batch);
  }

  forget(accountId: string): void {
    this.#batches.delete(accountId);
  }

  #chargeKnown({ id, accountId, state, cost, size }: StoredSubmission, batch: Batch): void {
    if (!mayBePaidFor(state)) return;
    const { estimates, payments } = this.#parts;
    // Who would pay now need not be who paid, and may not be known yet.
    const payer = { accountId, token: payments.tokenOf(id) };
    const isKnown = cost !== null && /^\d+$/.test(cost.amount);
    batch.charge(id, isKnown ? chargeOf(cost) : estimates.chargeOf(payer, { files: 1, bytes: BigInt(size ?? 0) }));
  }
}
