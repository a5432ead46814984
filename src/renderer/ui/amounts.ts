import { separatorsOf } from '../../shared/amounts.ts';
import { decimalWords, tokenWords } from '../../shared/messages/cost.ts';

/** How the person's own language writes numbers: for all that is shown, and all that is typed. */
export const separators = separatorsOf(navigator.language);

/** Plain decimal text (`1234567.5`) with the language's separators; what is no amount is shown as the service wrote it. */
export function formatDecimal(plain: string): string {
  return decimalWords(plain, separators);
}

/** Whole base units as whole tokens, exact to the last digit. `decimals` is 0–36. */
export function formatTokens(baseUnits: string, decimals: number): string {
  return tokenWords(baseUnits, decimals, separators);
}

const counter = new Intl.NumberFormat(navigator.language, { numberingSystem: 'latn' });

/** How many there are of something that is counted, not paid. */
export function formatCount(count: number): string {
  return counter.format(count);
}
