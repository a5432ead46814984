import { IconAlertTriangle, IconCircleCheck, IconClock, type TablerIcon } from '@tabler/icons-react';
import type { RecordColumn, RecordFile, RecordRow } from '../../../shared/bridge/records.ts';
import { partName } from '../../../shared/messages/submissions.ts';
import type { RecordPhase } from '../../../shared/records.ts';
import { shortenHex } from '../../../shared/text.ts';
import { FileName } from '../../ui/FileName.tsx';
import { formatCount, formatDecimal, formatMinute } from '../../ui/format.ts';
import classes from './columns.module.css';
import { feesText, phaseNames, sizeText, tokenName } from './spending-words.ts';

type ColumnLook = {
  /** Minimum width. */
  readonly rem: number;
  /** Its share of the remaining room. */
  readonly grow?: number;
  readonly numeric?: true;
  readonly cell: (row: RecordRow) => React.ReactNode;
};

const nothing = '–';
const code = (text: string | null): React.ReactNode =>
  text === null ? nothing : <span title={text}>{shortenHex(text, 6)}</span>;

/** Its tooltip shows what does not fit. */
const whole = (text: string): React.ReactNode => <bdi title={text}>{text}</bdi>;

export const columnLooks: { readonly [Column in RecordColumn]: ColumnLook } = {
  time: {
    rem: 11,
    grow: 1,
    cell: ({ time }) => (time === null ? nothing : <time dateTime={time}>{formatMinute(time)}</time>),
  },
  file: { rem: 5, grow: 3, cell: ({ file, id }) => (file === null ? code(id) : <FileCell file={file} />) },
  state: { rem: 7, cell: (row) => <PhaseCell row={row} /> },
  token: {
    rem: 6,
    grow: 1,
    cell: ({ tokenDetailsId, token }) => <bdi title={token ?? undefined}>{tokenName(tokenDetailsId, token)}</bdi>,
  },
  fees: {
    rem: 11.5,
    grow: 2,
    numeric: true,
    cell: (row) => (row.fees === null ? nothing : whole(feesText(row.fees, row))),
  },
  size: { rem: 5.5, numeric: true, cell: (row) => sizeText(row) || nothing },
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
    cell: ({ error }) => (error === null ? nothing : whole(error)),
  },
};

/** The CSS grid template of the columns, and their minimum width. A narrower table scrolls. */
export function layoutOf(columns: readonly RecordColumn[]): { readonly template: string; readonly leastRem: number } {
  const looks = columns.map((column) => columnLooks[column]);
  const grows = looks.some(({ grow }) => grow !== undefined);
  return {
    template: looks.map(({ rem, grow }) => `minmax(${rem}rem, ${grow ?? (grows ? 0 : 1)}fr)`).join(' '),
    leastRem: looks.reduce((sum, { rem }) => sum + rem, 0),
  };
}

/** The columns of a group: its name, its submissions and its costs. */
export const groupTemplate = 'minmax(12rem, 1fr) 7rem minmax(16rem, 2fr)';
export const GROUP_LEAST_REM = 35;

/** The name of a file, with the number of a part. */
function FileCell({ file: { name, part } }: { readonly file: RecordFile }) {
  if (part === undefined) return <FileName name={name} />;
  return (
    <span className={classes.file}>
      <FileName name={name} />
      <span className={classes.part}>{partName(part, part.total, formatCount)}</span>
    </span>
  );
}

const iconOf = (Icon: TablerIcon): React.ReactNode => <Icon size={18} stroke={1.7} aria-hidden="true" />;

/** Created once: an identical element is not drawn again when its row shows another record. */
const icons: { readonly [Phase in RecordPhase]: React.ReactNode } = {
  pending: iconOf(IconClock),
  'in-block': iconOf(IconCircleCheck),
  failed: iconOf(IconAlertTriangle),
};

function PhaseCell({ row }: { readonly row: RecordRow }) {
  return (
    <span className={classes.phase} data-phase={row.phase} title={row.error ?? undefined}>
      {icons[row.phase]}
      {phaseNames[row.phase]}
    </span>
  );
}
