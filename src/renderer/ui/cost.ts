import { formatUnits, groupDigits, separatorsOf } from '../../shared/amounts.ts';
import type { Cost } from '../../shared/submissions.ts';

const separators = separatorsOf('en');

/** A cost as text, exact to the last digit: `0.0042 ethereum`, or base units while nobody has said the decimals. */
export function formatCost(cost: Cost): string {
  const unit = cost.token === null ? '' : ` ${cost.token}`;
  if (!/^\d+$/.test(cost.amount)) return `${cost.amount}${unit}`;
  if (cost.decimals === null) {
    return `${groupDigits(cost.amount, separators)} base units${cost.token === null ? '' : ` of ${cost.token}`}`;
  }
  return `${groupDigits(formatUnits(BigInt(cost.amount), cost.decimals), separators)}${unit}`;
}
