import { type CreditOrder, type Deposit, isConfirmedByUser } from '../../../shared/bridge/deposits.ts';
import { chainWords } from '../../../shared/chains.ts';
import { BYTE_ORDER_MARK, type CsvFormat, costCells, csvRow, TimeCells } from '../../../shared/csv.ts';
import { depositCost, stateWords } from '../../../shared/messages/deposits.ts';
import { shortenHex } from '../../../shared/text.ts';
import type { AmountUnit } from '../../ui/amount-text.ts';
import { formatCost, formatDay, formatDecimal } from '../../ui/format.ts';
import { codeField, type FieldSection, momentField, plainField, present } from '../../ui/record-sections.ts';
import { withChecksum } from './contract-address.ts';
import type { ReadyDeposit } from './deposit-draft.ts';

/** An amount in whole tokens, or in base units while the decimals are unknown. */
export function depositAmountWords(baseUnits: string, { name, decimals }: AmountUnit): string {
  return formatCost({ amount: baseUnits, token: name ?? (decimals === null ? null : 'tokens'), decimals });
}

export function confirmSentence({ amount, unit, chainId, tokenAddress }: ReadyDeposit): string {
  const name = unit.name ?? `the token ${shortenHex(tokenAddress)}`;
  const words =
    unit.decimals === null
      ? `${formatDecimal(amount.toString())} base units of ${name}`
      : depositAmountWords(amount.toString(), { ...unit, name });
  return `Register a deposit of ${words}, made on ${chainWords(chainId)}.`;
}

export function depositTitle(deposit: Deposit): string {
  return formatCost(depositCost(deposit));
}

/** The balance before an unknown deposit, for the user to compare; null if it says nothing. */
export function balanceBeforeWords({ balanceBefore, state, token }: Deposit, now: number): string | null {
  if (state.kind !== 'unknown' || balanceBefore === null) return null;
  const { balance, at } = balanceBefore;
  return `Before this deposit the balance was ${depositAmountWords(balance, token)} (read ${formatDay(at, now)}).`;
}

export function depositSection(deposit: Deposit): FieldSection {
  const { amount, chainId, createdAt, tokenAddress, balanceBefore, state } = deposit;
  return {
    title: `Deposit of ${depositTitle(deposit)}`,
    fields: [
      plainField('State', stateWords(state)),
      { label: 'Amount in base units', value: formatDecimal(amount), copy: amount, code: false },
      codeField('Token address', tokenAddress),
      { label: 'Chain', value: chainWords(chainId), copy: chainId, code: false },
      momentField('Recorded', createdAt),
      ...(state.kind === 'registered' ? [momentField(stateWords(state), state.at)] : []),
      ...present([
        ['Balance before, in base units', balanceBefore?.balance ?? null, codeField],
        ['Balance before, read', balanceBefore?.at ?? null, momentField],
        ['Answer', state.kind === 'registered' && !isConfirmedByUser(state) ? state.answer : null, codeField],
        ['Technical detail', 'reason' in state ? (state.reason.detail ?? null) : null, codeField],
      ]),
    ],
  };
}

/** The facts of an order that is not pending. A pending one says how to pay it. */
export function orderSection({ orderId, state, payment }: CreditOrder): FieldSection {
  if (state.kind === 'pending') return { title: '', fields: [] };
  const contract = payment?.contract ?? null;
  return {
    title: `Order ${orderId}`,
    fields: present([
      ['Amount in base units', payment?.amount ?? null, codeField],
      ['Token', payment === null ? null : withChecksum(payment.tokenAddress), codeField],
      ['Payment contract', contract === null ? null : withChecksum(contract), codeField],
      ['Transaction', 'txHash' in state ? state.txHash : null, codeField],
      ['First seen', 'at' in state ? state.at : null, momentField],
    ]),
  };
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
