import { mayBeAtService } from '../../../shared/submissions/submission-state.ts';
import type { Clock } from '../../service/index.ts';
import { chargeOf, type Estimates } from '../cost/estimates.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { PartRows } from '../journal/part-rows.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { Batch } from './batch.ts';

/** The batch of each account, with the costs of files from earlier runs. */
export class Batches {
  readonly #clock: Clock;
  readonly #earlierSubmissions: EarlierSubmissions;
  readonly #partRows: PartRows;
  readonly #estimates: Estimates;
  readonly #batches = new Map<string, Batch>();

  constructor(clock: Clock, earlierSubmissions: EarlierSubmissions, partRows: PartRows, estimates: Estimates) {
    this.#clock = clock;
    this.#earlierSubmissions = earlierSubmissions;
    this.#partRows = partRows;
    this.#estimates = estimates;
  }

  of(accountId: string): Batch {
    const known = this.#batches.get(accountId);
    if (known !== undefined) return known;
    const last = this.#earlierSubmissions.lastBatch(accountId);
    const made = new Batch(this.#clock.monotonic, last);
    this.#batches.set(accountId, made);
    // Removed files were paid for too.
    for (const submission of this.#earlierSubmissions.removedOfBatch(accountId, last)) {
      if (submission.partOf === null) {
        made.observe(submission);
        made.forget(submission.id);
      }
      this.#chargeKnown(submission, made);
    }
    return made;
  }

  /** Adds a submission of an earlier run. */
  recover(submission: StoredSubmission): void {
    const batch = this.of(submission.accountId);
    if (submission.partOf === null) batch.observe(submission);
    if (submission.partSize !== null) this.#chargeSettled(submission, batch);
    if (submission.batch === batch.current) this.#chargeKnown(submission, batch);
  }

  forget(accountId: string): void {
    this.#batches.delete(accountId);
  }

  /** Adds the costs of confirmed parts, which are not in memory. */
  #chargeSettled({ id, accountId, batch: of }: StoredSubmission, batch: Batch): void {
    if (of !== batch.current) return;
    const payer = { accountId, token: this.#earlierSubmissions.tokenOf(id) };
    for (const { bytes, cost, parts, wasThere } of this.#partRows.settled(id)) {
      const each = cost === null ? null : chargeOf(cost);
      const known = each === null ? null : { ...each, amount: each.amount * BigInt(parts) };
      const charge = known ?? this.#estimates.chargeOf(payer, { files: parts, bytes: BigInt(bytes) });
      if (!wasThere && charge !== null) batch.chargeBesides(charge);
    }
  }

  #chargeKnown(submission: StoredSubmission, batch: Batch): void {
    const { id, accountId, attempts, state, cost, size, partOf, partSize } = submission;
    // A file in parts is paid for by part, and a part that took an existing receipt is not paid for.
    if (!mayBeAtService(state) || partSize !== null || (partOf !== null && attempts === 0)) return;
    // Another token may pay by now.
    const payer = { accountId, token: this.#earlierSubmissions.tokenOf(id) };
    const isKnown = cost !== null && /^\d+$/.test(cost.amount);
    batch.charge(
      id,
      isKnown ? chargeOf(cost) : this.#estimates.chargeOf(payer, { files: 1, bytes: BigInt(size ?? 0) }),
    );
  }
}
