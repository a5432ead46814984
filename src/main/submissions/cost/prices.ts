import type { Cost } from '../../../shared/bridge/submissions.ts';
import type { Destination } from '../../accounts/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { type Charge, type Estimates, type Payer, tokenOf } from './estimates.ts';

type PricesParts = {
  readonly estimates: Pick<Estimates, 'of' | 'chargeOf'>;
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

  /** Null while nobody knows. */
  chargeOf(submission: StoredSubmission): Charge | null {
    return this.#parts.estimates.chargeOf(this.payerOf(submission), loadOf(submission.size));
  }

  /** The same as it is shown, for so many bytes. */
  of(submission: StoredSubmission, size = submission.size): Cost | null {
    return this.#parts.estimates.of(this.payerOf(submission), loadOf(size))?.cost ?? null;
  }
}

function loadOf(size: number | null) {
  return { files: 1, bytes: BigInt(size ?? 0) };
}
