import { formatUnits, maxDecimals, parseUnits } from '../../../shared/amounts.ts';
import type { BatchCost } from '../../../shared/bridge/submissions.ts';
import { type BatchStatus, batchStatusOf } from '../../../shared/submissions/batch-status.ts';
import type { Cost, EstimatedCost } from '../../../shared/submissions/cost.ts';
import { isYetToBeSent } from '../../../shared/submissions/submission-state.ts';
import { countLoad, type Load, type LoadSum, noLoad, sumOfLoads } from '../journal/load.ts';
import { loadOfRow } from '../journal/row-encryption.ts';
import type { PartLoads, StoredSubmission } from '../journal/submission.ts';

/** The share of the costs that a file in each status belongs to. */
export const shareOf: { readonly [Each in BatchStatus]: keyof PartLoads | null } = {
  toGo: 'toCome',
  paused: 'toCome',
  undecided: 'toCome',
  sending: 'underWay',
  checking: 'underWay',
  notKnown: 'underWay',
  submitted: 'awaited',
  delayed: 'awaited',
  confirmed: 'withoutCost',
  rejected: null,
  incomplete: null,
  cancelled: null,
};

type Known = Pick<Cost, 'token' | 'decimals'> & { readonly sum: bigint; readonly files: number };
type Estimate = (load: Load) => EstimatedCost | null;

const keyOf = ({ token, decimals }: Pick<Cost, 'token' | 'decimals'>): string => JSON.stringify([token, decimals]);

/** The exact amount, in base units or with decimals. Null if it is not an amount. */
function exactOf({ amount }: Cost): bigint | null {
  const value = parseUnits(amount, maxDecimals);
  return value === null || value < 0n ? null : value;
}

/** The costs of a batch. Each file is counted once with 1, and with -1 before it changes. */
export class BatchCosts {
  readonly #known = new Map<string, Known>();
  readonly #sums = noLoads();

  get filesWithoutCost(): number {
    return this.#sums.withoutCost.submissions;
  }

  count(submission: StoredSubmission, sign: 1 | -1): void {
    const { cost, state } = submission;
    const value = cost === null ? null : exactOf(cost);
    if (cost !== null && value !== null) this.#countKnown(cost, value, sign);
    if (submission.loads !== null) {
      this.#countParts(submission, submission.loads, sign);
      return;
    }
    const share = shareOf[batchStatusOf(state)];
    // A file that is sent again is paid for again, although it has a cost already.
    if (share === null || (share === 'toCome' && !isYetToBeSent(state))) return;
    if ((share === 'awaited' || share === 'withoutCost') && value !== null) return;
    countLoad(this.#sums[share], loadOfRow(submission), sign);
  }

  /** Each part is paid for by itself. */
  #countParts({ state }: StoredSubmission, loads: PartLoads, sign: 1 | -1): void {
    const goes =
      batchStatusOf(state) === 'sending' || (shareOf[batchStatusOf(state)] === 'toCome' && isYetToBeSent(state));
    for (const share of ['awaited', 'underWay', 'toCome', 'withoutCost'] as const) {
      if (share !== 'toCome' || goes) countLoad(this.#sums[share], loads[share], sign);
    }
  }

  /** The files that will still be sent unless the user decides otherwise. */
  toCome(): Load {
    return { ...this.#sums.toCome };
  }

  /** One entry for each token. Files without an estimate are left out. */
  of(estimate: Estimate): BatchCost[] {
    const costs = new Map<string, BatchCost>();
    for (const [key, { token, decimals, sum }] of this.#known) {
      costs.set(key, { token, decimals, known: formatUnits(sum, maxDecimals), estimated: '0' });
    }
    const { awaited, underWay, toCome } = this.#sums;
    const load = sumOfLoads([awaited, underWay, toCome]);
    const estimated = load.submissions === 0 ? null : estimate(load);
    if (estimated !== null) {
      const { cost, ...accuracy } = estimated;
      const { amount, token, decimals } = cost;
      const known = costs.get(keyOf(cost))?.known ?? '0';
      costs.set(keyOf(cost), { token, decimals, known, estimated: amount, ...accuracy });
    }
    return [...costs.values()];
  }

  #countKnown({ token, decimals }: Cost, value: bigint, sign: 1 | -1): void {
    const key = keyOf({ token, decimals });
    const { sum, files } = this.#known.get(key) ?? { sum: 0n, files: 0 };
    this.#known.set(key, { token, decimals, sum: sum + BigInt(sign) * value, files: files + sign });
    if (files + sign === 0) this.#known.delete(key);
  }
}

/** Sums to count into. */
export function noLoads(): Record<keyof PartLoads, LoadSum> {
  return { awaited: { ...noLoad }, underWay: { ...noLoad }, toCome: { ...noLoad }, withoutCost: { ...noLoad } };
}
