import type { SubmitBy } from '../../../shared/bridge/accounts.ts';
import type { EstimatedCost } from '../../../shared/submissions/cost.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { Load } from './cost-history.ts';
import { type Charge, type Estimates, type Payer, tokenOf } from './estimates.ts';

type PricesParts = {
  readonly estimates: Pick<Estimates, 'of' | 'chargeOf'>;
  /** How an account submits; null while something keeps it from that. */
  readonly submitBy: (accountId: string) => SubmitBy | null;
};

/** What sending one submission would probably cost, by how its account pays now. */
export class Prices {
  readonly #parts: PricesParts;

  constructor(parts: PricesParts) {
    this.#parts = parts;
  }

  payerOf({ accountId }: Pick<StoredSubmission, 'accountId'>): Payer {
    const submitBy = this.#parts.submitBy(accountId);
    return { accountId, token: submitBy === null ? null : tokenOf(submitBy) };
  }

  /** Of what is still to be sent of it; null while nobody knows. */
  chargeOf(submission: StoredSubmission): Charge | null {
    return this.#parts.estimates.chargeOf(this.payerOf(submission), loadToCome(submission));
  }

  /** What so many submissions of an account would probably cost. */
  ofLoad(accountId: string, load: Load): EstimatedCost | null {
    return this.#parts.estimates.of(this.payerOf({ accountId }), load);
  }

  /** The same as it is shown. */
  of(submission: StoredSubmission): EstimatedCost | null {
    return this.#parts.estimates.of(this.payerOf(submission), loadToCome(submission));
  }
}

/** A file that goes in parts takes a submission for each. */
export function loadToCome({ loads, size }: Pick<StoredSubmission, 'loads' | 'size'>): Load {
  return loads === null ? loadOf(size) : { files: loads.toCome.files, bytes: BigInt(loads.toCome.bytes) };
}

function loadOf(size: number | null): Load {
  return { files: 1, bytes: BigInt(size ?? 0) };
}
