import { formatUnits, groupDigits, longestSum, type Separators } from '../amounts/amounts.ts';
import { roundedUp, wholeUnits } from '../amounts/estimates.ts';
import type { Cost, EstimatedCost } from '../submissions/cost.ts';
import { rowText } from '../text.ts';

/** Plain decimal text (`1234567.5`) with separators; what is no amount is shown as the service wrote it. */
export function decimalWords(plain: string, separators: Separators): string {
  const grouped = groupDigits(plain, separators);
  return grouped === plain ? rowText(plain) : grouped;
}

/** Whole base units as whole tokens, exact to the last digit. `decimals` is 0–36. */
export function tokenWords(baseUnits: string, decimals: number, separators: Separators): string {
  const value = wholeUnits(baseUnits);
  return value === null ? rowText(baseUnits) : groupDigits(formatUnits(value, decimals), separators);
}

/** A cost as text, exact to the last digit: `0.0042 ethereum`, or base units while nobody has said the decimals. */
export function costWords({ amount, token, decimals }: Cost, separators: Separators): string {
  const unit = token === null ? '' : ` ${token}`;
  if (!/^\d+$/.test(amount) || amount.length > longestSum) return `${decimalWords(amount, separators)}${unit}`;
  if (decimals === null) {
    return `${decimalWords(amount, separators)} base unit${amount === '1' ? '' : 's'}${token === null ? '' : ` of ${token}`}`;
  }
  return `${tokenWords(amount, decimals, separators)}${unit}`;
}

/** An estimate as text, rounded the same way everywhere: `about 0.031 ethereum`. */
export function estimateWords({ atMost, cost }: EstimatedCost, separators: Separators): string {
  const token = cost.token === null ? null : rowText(cost.token, 60);
  return `${atMost === true ? 'at most' : 'about'} ${costWords({ ...cost, token, amount: roundedUp(cost.amount) }, separators)}`;
}
