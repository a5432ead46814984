import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import { shortenHex } from '../../../shared/text.ts';
import { formatCost, formatDay } from '../../ui/format.ts';

export function tokenTitle({ name, tokenAddress }: Pick<TokenBalance, 'name' | 'tokenAddress'>): string {
  return name ?? `Unknown token ${shortenHex(tokenAddress)}`;
}

type Unit = Pick<TokenBalance, 'name' | 'decimals'>;

/** An amount in whole tokens with the token's name; in base units if the decimals are unknown. */
export function amountWords(baseUnits: string, { name, decimals }: Unit): string {
  return formatCost({ amount: baseUnits, token: name, decimals });
}

/** `As of today at 14:05`, `As of 3 May`. */
export function asOfWords(asOf: string, now: number): string {
  return `As of ${formatDay(asOf, now).replace(/^on /, '')}`;
}
