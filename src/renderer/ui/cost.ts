import { longestSum } from '../../shared/amounts.ts';
import type { Cost } from '../../shared/submissions.ts';
import { formatDecimal, formatTokens } from './amounts.ts';

/** A cost as text, exact to the last digit: `0.0042 ethereum`, or base units while nobody has said the decimals. */
export function formatCost(cost: Cost): string {
  const unit = cost.token === null ? '' : ` ${cost.token}`;
  if (!/^\d+$/.test(cost.amount) || cost.amount.length > longestSum) return `${formatDecimal(cost.amount)}${unit}`;
  if (cost.decimals === null) {
    return `${formatDecimal(cost.amount)} base units${cost.token === null ? '' : ` of ${cost.token}`}`;
  }
  return `${formatTokens(cost.amount, cost.decimals)}${unit}`;
}
