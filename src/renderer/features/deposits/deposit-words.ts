import type { Deposit } from '../../../shared/bridge/deposits.ts';
import { chainWords } from '../../../shared/chains.ts';
import { BYTE_ORDER_MARK, type CsvFormat, costCells, csvRow, TimeCells } from '../../../shared/csv.ts';
import { depositSize } from '../../../shared/deposit-size.ts';
import { balanceChange, depositCost, sizeWords, stateWords } from '../../../shared/messages/deposits.ts';
import { shortenHex } from '../../../shared/text.ts';
import type { AmountUnit } from '../../ui/amount-text.ts';
import { formatCost, formatDay, formatDecimal } from '../../ui/format.ts';
import type { ReadyDeposit } from './deposit-draft.ts';

/** An amount in whole tokens, or in base units while the decimals are unknown. */
export function depositAmountWords(baseUnits: string, { name, decimals }: AmountUnit): string {
  return formatCost({ amount: baseUnits, token: name ?? (decimals === null ? null : 'tokens'), decimals });
}

/** The deposit to be registered, in one sentence. */
export function confirmSentence({ amount, unit, chainId, tokenAddress }: ReadyDeposit): string {
  const name = unit.name ?? `the token ${shortenHex(tokenAddress)}`;
  const words =
    unit.decimals === null
      ? `${formatDecimal(amount.toString())} base units of ${name}`
      : depositAmountWords(amount.toString(), { ...unit, name });
  return `Register a deposit of ${words}, made on ${chainWords(chainId)}.`;
}

/** A short title for its row and panel. */
export function depositTitle(deposit: Deposit): string {
  return formatCost(depositCost(deposit));
}

/** The balance before an unknown deposit, for the user to compare; null if it says nothing. */
export function balanceBeforeWords({ balanceBefore, state, token }: Deposit, now: number): string | null {
  if (state.kind !== 'unknown' || balanceBefore === null) return null;
  const { balance, at } = balanceBefore;
  return `Before this deposit the balance was ${depositAmountWords(balance, token)} (read ${formatDay(at, now)}).`;
}

/** The change of the balance, and warnings for the user before registering. */
type DepositReview = {
  readonly balance: string | null;
  readonly remarks: readonly { readonly tone: 'plain' | 'warning'; readonly text: string }[];
};

export function depositReview(asked: ReadyDeposit, deposits: readonly Deposit[]): DepositReview {
  const words = (baseUnits: string): string => depositAmountWords(baseUnits, asked.unit);
  const said = sizeWords({ size: depositSize(asked, deposits) }, words);
  const remarks = said === null ? [] : [said];
  if (chainWords(asked.chainId).startsWith('chain ')) {
    const text = `Dropslip does not know chain ${asked.chainId}. Check the number.`;
    remarks.push({ tone: 'warning', text });
  }
  if (asked.unit.decimals === null) {
    const text = 'This token’s decimals are unknown. Check that the amount is in base units.';
    remarks.push({ tone: 'warning', text });
  }
  return { balance: balanceChange(asked, words), remarks };
}

/** Deposits as a table for a spreadsheet. docs/csv-format.md gives the reasons for the format of its cells. */
export function depositSheet(deposits: readonly Deposit[], timeZone: string, format: CsvFormat): string {
  const times = new TimeCells(timeZone);
  const head = [...times.heads, 'State', 'Amount', 'Token', 'Amount in base units', 'Chain id', 'Token address'];
  const rows = deposits.map(({ amount, chainId, createdAt, state, token, tokenAddress }) => [
    ...times.of(createdAt),
    stateWords(state),
    ...costCells(amount, token.name, token.decimals),
    chainId,
    tokenAddress,
  ]);
  return `${BYTE_ORDER_MARK}${[head, ...rows].map((cells) => csvRow(cells, format)).join('')}`;
}
