import { formatUnits, groupDigits, separatorsOf } from '../amounts.ts';
import type { KnownToken } from '../bridge/balances.ts';
import { shortenHex } from '../hex.ts';
import type { TokenRecord } from '../records.ts';

/** What the person is told once when a balance falls below their line. Numbers as `locale` writes them. */
export function lowBalanceWords(
  { name, decimals, tokenAddress }: Omit<KnownToken, 'tokenDetailsId'>,
  { tokenBalance }: Pick<TokenRecord, 'tokenBalance'>,
  locale: string | undefined,
): string {
  const separators = separatorsOf(locale);
  const token = name ?? shortenHex(tokenAddress);
  const left =
    decimals === null
      ? `${groupDigits(tokenBalance, separators)} base units of ${token} are`
      : `${groupDigits(formatUnits(BigInt(tokenBalance), decimals), separators)} ${token} is`;
  return `Low balance: ${left} left, less than the line that you set.`;
}
