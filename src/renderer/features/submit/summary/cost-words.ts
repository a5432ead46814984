import { formatUnits, maxDecimals, parseUnits } from '../../../../shared/amounts/amounts.ts';
import { roundedSum, roundedUp } from '../../../../shared/amounts/estimates.ts';
import type { BatchCost, QueueSummary } from '../../../../shared/bridge/submissions.ts';
import { goingOn } from '../../../../shared/submissions/batch-status.ts';
import { formatCost, formatCount } from '../../../ui/format.ts';

type Costs = Pick<QueueSummary, 'counts' | 'costs' | 'estimate' | 'filesWithoutCost'>;

type CostWords = {
  /** The total in one token, and what it is made of; one for each token. */
  readonly totals: readonly { readonly total: string; readonly parts: readonly string[] }[];
  /** What else is to be known of it. */
  readonly notes: readonly { readonly text: string; readonly tone: 'plain' | 'warn' }[];
};

/** What the batch costs: what it has cost to the last digit, and the rest about. */
export function costWords({ counts, costs, estimate, filesWithoutCost }: Costs): CostWords {
  const notes: CostWords['notes'][number][] = [];
  const covered = estimate === null || isNothing(estimate.cost.amount) ? null : estimate.covered;
  if (covered === false) {
    notes.push({ text: 'The balance does not cover what is to come: make a deposit, or cancel some.', tone: 'warn' });
  }
  if (filesWithoutCost > 0) {
    const files = filesWithoutCost === 1 ? '1 file' : `${formatCount(filesWithoutCost)} files`;
    notes.push({ text: `The service does not say what ${files} cost.`, tone: 'plain' });
  }
  // A line from the beginning: were it to come with the first cost, all rows would move down under the pointer.
  const isToBeKnown = goingOn(counts) + counts.submitted + counts.paused + counts.undecided > 0;
  if (isToBeKnown && costs.length === 0 && estimate === null && notes.length === 0) {
    notes.push({ text: 'The cost is not known yet.', tone: 'plain' });
  }
  return { totals: costs.filter((cost) => sumOf(cost) > 0n).map((cost) => totalOf(cost, covered === true)), notes };
}

function totalOf(cost: BatchCost, covered: boolean): CostWords['totals'][number] {
  const { token, decimals, known, awaited, underWay, toCome } = cost;
  const estimated = [
    { amount: awaited, what: 'for what waits for a block' },
    { amount: underWay, what: 'under way' },
    { amount: toCome, what: covered ? 'to come, which the balance covers' : 'to come' },
  ].filter(({ amount }) => !isNothing(amount));
  const sum = formatUnits(sumOf(cost), maxDecimals);
  if (estimated.length === 0) return { total: `Cost ${formatCost({ amount: sum, token, decimals })}`, parts: [] };
  const shown = estimated.map(({ amount, what }) => ({ amount: roundedUp(amount), what }));
  const parts = shown.map(({ amount, what }) => `about ${formatCost({ amount, token: null, decimals })} ${what}`);
  const total = roundedSum(
    known,
    shown.map(({ amount }) => amount),
  );
  // One part that is all of it says no more than the total.
  return {
    total: `About ${formatCost({ amount: total, token, decimals })} in all`,
    parts: isNothing(known) ? parts : [`${formatCost({ amount: known, token: null, decimals })} so far`, ...parts],
  };
}

function sumOf({ known, awaited, underWay, toCome }: BatchCost): bigint {
  return [known, awaited, underWay, toCome].reduce((sum, amount) => sum + (parseUnits(amount, maxDecimals) ?? 0n), 0n);
}

function isNothing(amount: string): boolean {
  return parseUnits(amount, maxDecimals) === 0n;
}
