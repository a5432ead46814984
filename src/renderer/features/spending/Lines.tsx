import { IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import type { SpendingColumn, SpendingGroup, SpendingRow } from '../../../shared/spending.ts';
import { formatCount } from '../../ui/amounts.ts';
import { columnLooks } from './columns.tsx';
import classes from './Lines.module.css';
import { useSpendingView } from './spending-view.ts';
import { feesText, groupName } from './spending-words.ts';

type Place = {
  readonly index: number;
  readonly start: number;
  readonly active: boolean;
  readonly onActive: (index: number) => void;
};

/** What all rows have in common: their place, and that one of them is in the tab order. */
function attributes({ index, start, active, onActive }: Place) {
  return {
    'aria-rowindex': index + 2,
    'data-index': index,
    tabIndex: active ? 0 : -1,
    onFocus: () => onActive(index),
    style: { transform: `translateY(${start}px)` },
  };
}

type RecordProps = Place & {
  readonly row: SpendingRow;
  readonly columns: readonly SpendingColumn[];
  readonly template: string;
  readonly open: boolean;
  readonly onOpen: (id: string) => void;
};

export const RecordLine = memo(function RecordLine({ row, columns, template, open, onOpen, ...place }: RecordProps) {
  const { style, ...rest } = attributes(place);
  return (
    <tr
      {...rest}
      className={classes.line}
      style={{ ...style, gridTemplateColumns: template }}
      data-phase={row.phase}
      aria-selected={open}
      onClick={() => onOpen(row.id)}
    >
      {columns.map((column) => {
        const look = columnLooks[column];
        return (
          <td key={column} data-numeric={look.numeric}>
            {look.cell(row)}
          </td>
        );
      })}
    </tr>
  );
});

type GroupProps = Place & { readonly group: SpendingGroup; readonly onEnter: (group: SpendingGroup) => void };

export const GroupLine = memo(function GroupLine({ group, onEnter, ...place }: GroupProps) {
  const grouping = useSpendingView((view) => view.group);
  return (
    <tr {...attributes(place)} className={classes.group} onClick={() => onEnter(group)}>
      <td>
        <IconChevronRight size={18} stroke={1.7} aria-hidden="true" />
        <bdi>{grouping === 'none' ? '' : groupName(group, grouping)}</bdi>
      </td>
      <td>{formatCount(group.submissions)}</td>
      <td title={fees(group)}>{fees(group)}</td>
    </tr>
  );
});

const fees = ({ totals }: SpendingGroup): string => totals.map((total) => feesText(total.fees, total)).join(' · ');

/** Stands where a row will be in a moment. */
export const WaitingLine = memo(function WaitingLine(place: Place) {
  return (
    <tr {...attributes(place)} className={classes.line} aria-busy="true">
      <td className={classes.waiting} />
    </tr>
  );
});
