import type { RecentSpending, TokenBalance } from '../../../shared/bridge/balances.ts';
import { shortenHex } from '../../../shared/text.ts';
import { formatCost, formatCount, formatDay, formatDecimal, formatShare } from '../../ui/format.ts';

export function tokenTitle({ name, tokenAddress }: Pick<TokenBalance, 'name' | 'tokenAddress'>): string {
  return name ?? `Unknown token ${shortenHex(tokenAddress)}`;
}

type Unit = Pick<TokenBalance, 'name' | 'decimals'>;

/** An amount in whole tokens with the token's name; in base units if the decimals are unknown. */
export function amountWords(baseUnits: string, { name, decimals }: Unit): string {
  return formatCost({ amount: baseUnits, token: name, decimals });
}

/** Formats `about 12 days`; null if unknown. `days` is decimal text of any length. */
export function lastsWords(days: string | null): string | null {
  if (days === null) return null;
  if (days === '0' || days.startsWith('-')) return 'less than a day';
  if (days === '1') return 'about 1 day';
  if (BigInt(days) > 365n) return 'more than a year';
  return `about ${formatDecimal(days)} days`;
}

export function paceWords(days: number): string {
  return days === 1 ? 'at the rate of the last day' : `at the rate of the last ${formatCount(days)} days`;
}

/** A share of the submissions, as amounts of different tokens cannot be added. */
function shareWords({ submissions }: RecentSpending, all: number): string {
  if (submissions === 0) return 'no submissions';
  const of = `${formatCount(submissions)} of ${formatCount(all)} ${all === 1 ? 'submission' : 'submissions'}`;
  return `${of} (${formatShare(submissions, all)})`;
}

/** The token's own fees, then its share of all submissions. */
export function spendingWords(spending: RecentSpending, all: number, unit: Unit): string {
  if (spending.submissions === 0) return 'Nothing in the last 30 days';
  return `${amountWords(spending.fees, unit)} in the last 30 days, for ${shareWords(spending, all)}`;
}

/** `As of today at 14:05`, `As of 3 May`. */
export function asOfWords(asOf: string, now: number): string {
  return `As of ${formatDay(asOf, now).replace(/^on /, '')}`;
}
