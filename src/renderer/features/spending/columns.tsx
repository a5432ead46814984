import { shortenHex } from '../../../shared/hex.ts';
import type { SpendingColumn, SpendingRow } from '../../../shared/spending.ts';
import { formatDecimal } from '../../ui/amounts.ts';
import { FileName } from '../../ui/FileName.tsx';
import { PhaseCell } from './PhaseCell.tsx';
import { feesText, sizeText, timeText, tokenName } from './spending-words.ts';

/** How a column is laid out and what stands in it. */
export type ColumnLook = {
  /** Its least width. */
  readonly rem: number;
  /** Its share of the room that is left. */
  readonly grow?: number;
  readonly numeric?: true;
  readonly cell: (row: SpendingRow) => React.ReactNode;
};

const nothing = '–';
const code = (text: string | null): React.ReactNode =>
  text === null ? nothing : <span title={text}>{shortenHex(text, 6)}</span>;

export const columnLooks: { readonly [Column in SpendingColumn]: ColumnLook } = {
  time: {
    rem: 12,
    grow: 1,
    cell: ({ time }) => (time === null ? nothing : <time dateTime={time}>{timeText(time)}</time>),
  },
  file: { rem: 9, grow: 3, cell: ({ file }) => (file === null ? nothing : <FileName name={file.name} />) },
  state: { rem: 8, cell: (row) => <PhaseCell row={row} /> },
  token: {
    rem: 6,
    grow: 1,
    cell: ({ tokenDetailsId, token }) => <bdi title={token ?? undefined}>{tokenName(tokenDetailsId, token)}</bdi>,
  },
  fees: {
    rem: 12.5,
    grow: 2,
    numeric: true,
    cell: (row) => {
      if (row.fees === null) return nothing;
      const text = feesText(row.fees, row);
      return <span title={text}>{text}</span>;
    },
  },
  size: { rem: 6.5, numeric: true, cell: (row) => sizeText(row) || nothing },
  id: { rem: 10, cell: ({ id }) => code(id) },
  dataHash: { rem: 10, cell: ({ dataHash }) => code(dataHash) },
  blockHash: { rem: 10, cell: ({ blockHash }) => code(blockHash) },
  txHash: { rem: 10, cell: ({ txHash }) => code(txHash) },
  index: {
    rem: 9,
    numeric: true,
    cell: ({ index }) => (index === null ? nothing : formatDecimal(index)),
  },
  address: { rem: 10, cell: ({ address }) => code(address) },
  user: { rem: 10, cell: ({ user }) => code(user) },
  error: {
    rem: 10,
    grow: 2,
    cell: ({ error }) => (error === null ? nothing : <bdi title={error}>{error}</bdi>),
  },
};

/** Columns side by side: as CSS has it, and how much room they need at least. */
export function layoutOf(columns: readonly SpendingColumn[]): { readonly template: string; readonly leastRem: number } {
  const looks = columns.map((column) => columnLooks[column]);
  const grows = looks.some(({ grow }) => grow !== undefined);
  return {
    template: looks.map(({ rem, grow }) => `minmax(${rem}rem, ${grow ?? (grows ? 0 : 1)}fr)`).join(' '),
    leastRem: looks.reduce((sum, { rem }) => sum + rem, 0),
  };
}
