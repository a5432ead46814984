import { formatUnits, longestAmount } from '../../../shared/amounts.ts';
import type { RecordColumn, RecordRow } from '../../../shared/bridge/records.ts';
import { BYTE_ORDER_MARK, csvRow } from '../../../shared/csv.ts';

const phases = { pending: 'Submitted', 'in-block': 'Confirmed', failed: 'Failed' } as const;

const heads: { readonly [Column in RecordColumn]: readonly string[] } = {
  time: ['Time (UTC)'],
  file: ['File', 'Folder'],
  state: ['State'],
  token: ['Token', 'Token entry'],
  fees: ['Fees', 'Fees in base units'],
  size: ['Size', 'Bytes'],
  id: ['Submission id'],
  dataHash: ['Data hash'],
  blockHash: ['Block hash'],
  txHash: ['Transaction hash'],
  index: ['Index in the block'],
  address: ['Address'],
  user: ['User'],
  error: ['The service says'],
};

export function csvHead(columns: readonly RecordColumn[]): string {
  return `${BYTE_ORDER_MARK}${csvRow(columns.flatMap((column) => heads[column]))}`;
}

export function csvRows(rows: readonly RecordRow[], columns: readonly RecordColumn[]): string {
  let text = '';
  for (const row of rows) text += csvRow(columns.flatMap((column) => cellsOf(row, column).map(safe)));
  return text;
}

function cellsOf(row: RecordRow, column: RecordColumn): readonly (string | null)[] {
  switch (column) {
    case 'time':
      return [row.time];
    case 'file':
      return [row.file?.name ?? null, row.file?.folder ?? null];
    case 'state':
      return [phases[row.phase]];
    case 'token':
      return [row.token, row.tokenDetailsId];
    case 'fees':
      return feeCells(row);
    case 'size':
      return [row.amountData, row.size?.exact === true ? String(row.size.bytes) : null];
    default:
      return [row[column]];
  }
}

/** Amounts carry their unit: so no spreadsheet, in no language, takes them for numbers and rounds them. */
function feeCells({ fees, token, decimals }: RecordRow): readonly (string | null)[] {
  if (fees === null) return [null, null];
  if (!/^\d+$/.test(fees) || fees.length > longestAmount) return [`${fees} ${unit(token)}`, null];
  const base = `${fees} base units`;
  return [decimals === null ? base : `${formatUnits(BigInt(fees), decimals)} ${unit(token)}`, base];
}

/** `1 PM` would be a time and `5 %` a share: what is no plain name of a token stands in brackets. */
function unit(token: string | null): string {
  if (token === null) return '[unknown token]';
  return /^\p{L}[\p{L}\d_-]{3,}$/u.test(token) ? token : `[${token}]`;
}

/** Digits that a spreadsheet would round, or rob of their zeros, are marked as text like a formula is. */
function safe(cell: string | null): string {
  if (cell === null) return '';
  const numeric = /^[\d.,]+(?:[eE][+-]?\d+)?$/.test(cell);
  return numeric && !/^(?:0|[1-9]\d{0,14})$/.test(cell) ? `'${cell}` : cell;
}
