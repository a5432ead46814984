import type { Deposit } from '../../../shared/bridge/deposits.ts';
import { BYTE_ORDER_MARK, csvRow } from '../../../shared/csv/csv.ts';
import type { CsvFormat } from '../../../shared/csv/csv-format.ts';
import { costCells, TimeCells } from '../../../shared/csv/record-cells.ts';
import { stateWords } from '../../../shared/messages/deposits/deposit-state-words.ts';

/** Deposits as a table for a spreadsheet. docs/csv-format.md says why its cells are as they are. */
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
