import { IconChevronRight } from '@tabler/icons-react';
import { Fragment, memo } from 'react';
import type {
  RecordColumn,
  RecordGroup,
  RecordGrouping,
  RecordRow,
  RecordTotal,
} from '../../../shared/bridge/records.ts';
import { AlignedAmount } from '../../ui/AlignedAmount.tsx';
import { formatCount } from '../../ui/format.ts';
import { columnLooks, groupTemplate } from './columns.tsx';
import classes from './Lines.module.css';
import { feesCost, feesText, groupName } from './spending-words.ts';

type Place = {
  readonly index: number;
  readonly start: number;
  readonly active: boolean;
  readonly onActive: (index: number) => void;
};

/** The attributes of all rows: their position, and the tab stop of the active one. */
function attributes({ index, start, active, onActive }: Place) {
  return {
    'aria-rowindex': index + 2,
    'data-index': index,
    tabIndex: active ? 0 : -1,
    onFocus: () => onActive(index),
    style: { transform: `translateY(${start}px)` },
  };
}

/** The placeholder of a row that is being loaded. */
const waiting = <td className={classes.waiting} />;

type RecordProps = Place & {
  /** Null while it is being loaded. */
  readonly row: RecordRow | null;
  readonly columns: readonly RecordColumn[];
  readonly template: string;
  readonly tight: boolean;
  readonly open: boolean;
  readonly onOpen: (id: string) => void;
};

export const RecordLine = memo(function RecordLine(props: RecordProps) {
  const { row, columns, template, tight, open, onOpen, ...place } = props;
  const { style, ...rest } = attributes(place);
  return (
    <tr
      {...rest}
      className={classes.line}
      style={{ ...style, gridTemplateColumns: template }}
      data-phase={row?.phase}
      aria-selected={open}
      aria-busy={row === null || undefined}
      onClick={() => row !== null && onOpen(row.id)}
    >
      <Cells row={row} columns={columns} tight={tight} />
    </tr>
  );
});

/** Separate from the row, so that a row that only moves does not draw its cells again. */
const Cells = memo(function Cells({ row, columns, tight }: Pick<RecordProps, 'row' | 'columns' | 'tight'>) {
  if (row === null) return waiting;
  return columns.map((column) => {
    const look = columnLooks[column];
    return (
      <td key={column} data-numeric={look.numeric}>
        {look.cell(row, tight)}
      </td>
    );
  });
});

type GroupProps = Place & {
  readonly grouping: Exclude<RecordGrouping, 'none'>;
  /** Null while it is being loaded. */
  readonly group: RecordGroup | null;
  readonly onEnter: (group: RecordGroup) => void;
};

export const GroupLine = memo(function GroupLine({ grouping, group, onEnter, ...place }: GroupProps) {
  const { style, ...rest } = attributes(place);
  return (
    <tr
      {...rest}
      className={classes.group}
      style={{ ...style, gridTemplateColumns: groupTemplate }}
      aria-busy={group === null || undefined}
      onClick={() => group !== null && onEnter(group)}
    >
      {group === null ? waiting : <GroupCells group={group} grouping={grouping} />}
    </tr>
  );
});

function GroupCells({ group, grouping }: { readonly group: RecordGroup; readonly grouping: GroupProps['grouping'] }) {
  const [only, ...others] = group.totals;
  return (
    <>
      <td>
        <IconChevronRight size={18} stroke={1.7} aria-hidden="true" />
        <bdi>{groupName(group, grouping)}</bdi>
      </td>
      <td data-numeric>{formatCount(group.submissions)}</td>
      <td data-numeric data-kind={others.length > 0 ? 'several' : 'one'}>
        {only === undefined && '–'}
        {only !== undefined && others.length === 0 && <AlignedAmount cost={feesCost(only.fees, only)} />}
        {others.length > 0 && <Fees totals={group.totals} />}
      </td>
    </>
  );
}

/** Costs of different tokens cannot be added, so each is listed. */
function Fees({ totals }: { readonly totals: readonly RecordTotal[] }) {
  const texts = totals.map((total) => feesText(total.fees, total));
  return (
    <span title={texts.join(' · ')}>
      {texts.map((text, at) => (
        <Fragment key={text}>
          {at > 0 && ' · '}
          <span className={classes.amount}>{text}</span>
        </Fragment>
      ))}
    </span>
  );
}
