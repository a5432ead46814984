import { formatUnits, groupDigits, separatorsOf } from '../../shared/amounts.ts';
import { wholeUnits } from '../../shared/balances.ts';
import { shownText } from '../../shared/shown-text.ts';

/** How the person's own language writes numbers: for all that is shown, and all that is typed. */
export const separators = separatorsOf(navigator.language);

/** Plain decimal text (`1234567.5`) with the language's separators; what is no amount is shown as the service wrote it. */
export function formatDecimal(plain: string): string {
  const grouped = groupDigits(plain, separators);
  return grouped === plain ? shownText(plain) : grouped;
}

/** Whole base units as whole tokens, exact to the last digit. `decimals` is 0–36. */
export function formatTokens(baseUnits: string, decimals: number): string {
  const value = wholeUnits(baseUnits);
  return value === null ? shownText(baseUnits) : groupDigits(formatUnits(value, decimals), separators);
}

const counter = new Intl.NumberFormat(navigator.language, { numberingSystem: 'latn' });

/** How many there are of something that is counted, not paid. */
export function formatCount(count: number): string {
  return counter.format(count);
}
