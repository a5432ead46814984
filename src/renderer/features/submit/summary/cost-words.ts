import { formatUnits, maxDecimals, parseUnits } from '../../../../shared/amounts/amounts.ts';
import type { BatchCost, QueueSummary } from '../../../../shared/bridge/submissions.ts';
import { goingOn } from '../../../../shared/submissions/batch-status.ts';
import { formatCost, formatCount, formatEstimate } from '../../../ui/format.ts';

type Costs = Pick<QueueSummary, 'counts' | 'costs' | 'estimate' | 'filesWithoutCost'>;

type CostWords = {
  /** One sentence for each token: the total, the part that is spent, and whether the balance is enough. */
  readonly totals: readonly string[];
  readonly notes: readonly { readonly text: string; readonly tone: 'plain' | 'warn' }[];
};

/** The cost of the batch. `readsRecords`: whether the account can learn costs at all. */
export function costWords({ counts, costs, estimate, filesWithoutCost }: Costs, readsRecords: boolean): CostWords {
  const notes: CostWords['notes'][number][] = [];
  const covered = estimate === null || isNothing(estimate.cost.amount) ? null : estimate.covered;
  if (covered === false) {
    notes.push({ text: 'The balance does not cover the rest: make a deposit, or cancel some.', tone: 'warn' });
  }
  if (filesWithoutCost > 0) {
    const files = filesWithoutCost === 1 ? '1 file' : `${formatCount(filesWithoutCost)} files`;
    notes.push({ text: `The service does not say what ${files} cost.`, tone: 'plain' });
  }
  // Shown from the beginning: a line that came with the first cost would move all rows down under the pointer.
  const isToBeKnown = readsRecords && goingOn(counts) + counts.submitted + counts.paused > 0;
  if (isToBeKnown && costs.length === 0 && estimate === null && notes.length === 0) {
    notes.push({ text: 'The cost is not known yet.', tone: 'plain' });
  }
  return { totals: costs.filter((cost) => sumOf(cost) > 0n).map((cost) => totalOf(cost, covered === true)), notes };
}

function totalOf(cost: BatchCost, covered: boolean): string {
  const { token, decimals, known, estimated, atMost } = cost;
  const sum = { amount: formatUnits(sumOf(cost), maxDecimals), token, decimals };
  if (isNothing(estimated)) return `Cost ${formatCost(sum)}`;
  const total = formatEstimate({ cost: sum, ...(atMost && { atMost }) });
  return [
    `${total.charAt(0).toUpperCase()}${total.slice(1)} in all`,
    ...(isNothing(known) ? [] : [`${formatCost({ amount: known, token: null, decimals })} spent so far`]),
    ...(covered ? ['covered by the balance'] : []),
  ].join(', ');
}

function sumOf({ known, estimated }: BatchCost): bigint {
  return [known, estimated].reduce((sum, amount) => sum + (parseUnits(amount, maxDecimals) ?? 0n), 0n);
}

function isNothing(amount: string): boolean {
  return parseUnits(amount, maxDecimals) === 0n;
}
