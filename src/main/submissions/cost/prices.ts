import type { Cost } from '../../../shared/bridge/submissions.ts';
import type { Destination } from '../../accounts/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { type Estimates, type Payer, tokenOf } from './estimates.ts';

type PricesParts = {
  readonly estimates: Pick<Estimates, 'of' | 'costOf'>;
  readonly destination: (accountId: string) => Destination | null;
};

/** What sending one submission would probably cost, by how its account pays now. */
export class Prices {
  readonly #parts: PricesParts;

  constructor(parts: PricesParts) {
    this.#parts = parts;
  }

  payerOf({ accountId }: Pick<StoredSubmission, 'accountId'>): Payer {
    const to = this.#parts.destination(accountId);
    return { accountId, token: to === null ? null : tokenOf(to.submitBy) };
  }

  /** In base units; null while nobody knows. */
  amountOf(submission: StoredSubmission): bigint | null {
    return this.#parts.estimates.costOf(this.payerOf(submission), loadOf(submission.size));
  }

  /** The same with its token, for so many bytes. */
  of(submission: StoredSubmission, size = submission.size): Cost | null {
    return this.#parts.estimates.of(this.payerOf(submission), loadOf(size))?.cost ?? null;
  }
}

function loadOf(size: number | null) {
  return { files: 1, bytes: BigInt(size ?? 0) };
}
