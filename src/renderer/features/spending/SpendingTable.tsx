import { IconArrowDown, IconArrowUp, IconChevronRight } from '@tabler/icons-react';
import { Fragment, memo, useEffect, useRef, useState } from 'react';
import type {
  RecordColumn,
  RecordGroup,
  RecordGrouping,
  RecordRow,
  RecordTotal,
} from '../../../shared/bridge/records.ts';
import { columnNames } from '../../../shared/messages/records.ts';
import { formatCount } from '../../ui/format.ts';
import { useRows } from '../../ui/lists.ts';
import { columnLooks, GROUP_LEAST_REM, groupTemplate, layoutOf } from './columns.tsx';
import classes from './SpendingTable.module.css';
import { sortBy, useSpendingView } from './spending-view.ts';
import { feesText, groupName, NOTHING_MATCHES } from './spending-words.ts';
import type { Lines } from './use-spending.ts';

/** In pixels, as in SpendingTable.module.css. */
const ROW_HEIGHT = 40;
const HEAD_HEIGHT = 40;

/** The ARIA grid pattern: arrow keys move the focus in the table, so screen readers pass them on. */
const grid = { role: 'grid' } as const;

type Props = {
  readonly lines: Lines;
  readonly openId: string | null;
  /** Reports the visible lines, so that they are loaded. */
  readonly onWant: (first: number, last: number) => void;
  readonly onOpen: (id: string) => void;
  readonly onEnter: (group: RecordGroup) => void;
};

export function SpendingTable(props: Props) {
  return props.lines.count === 0 ? <p className={classes.nothing}>{NOTHING_MATCHES}</p> : <Table {...props} />;
}

function Table({ lines, openId, onWant, onOpen, onEnter }: Props) {
  const columns = useSpendingView((view) => view.columns);
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setActive] = useState(0);
  const active = Math.min(chosen, lines.count - 1);
  const { group } = lines.asked;
  const grouped = group !== 'none';
  const { template, leastRem } = layoutOf(columns);

  const enter = (index: number): void => {
    const line = lines.at(index);
    if (line?.kind === 'row') onOpen(line.row.id);
    else if (line?.kind === 'group') onEnter(line.group);
  };
  const { rows, margin, keyboard } = useRows({
    list,
    count: lines.count,
    active,
    onActive: setActive,
    rowHeight: ROW_HEIGHT,
    headHeight: HEAD_HEIGHT,
    overscan: 4,
    onEnter: enter,
  });

  const { startIndex: first = 0, endIndex: last = 0 } = rows.range ?? {};
  useEffect(() => onWant(first, last), [first, last, onWant]);

  // A new answer is shown from its beginning.
  const shown = useRef(lines.key);
  useEffect(() => {
    if (shown.current === lines.key) return;
    shown.current = lines.key;
    setActive(0);
    if (list.current !== null) list.current.scrollTop = 0;
  }, [lines.key]);

  return (
    <div ref={list} className={classes.scroller}>
      <table
        className={classes.canvas}
        {...grid}
        aria-label={grouped ? 'Groups of submissions' : 'Submissions'}
        aria-rowcount={lines.count + 1}
        aria-colcount={grouped ? 3 : columns.length}
        style={{ minWidth: `${grouped ? GROUP_LEAST_REM : leastRem}rem`, height: rows.getTotalSize() }}
      >
        {grouped ? <GroupsHead /> : <TableHead columns={columns} template={template} />}
        <tbody {...keyboard}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const line = lines.at(index);
            return (
              <tr
                key={index}
                className={grouped ? classes.group : classes.line}
                aria-rowindex={index + 2}
                aria-selected={line?.kind === 'row' && line.row.id === openId}
                aria-busy={line === null || undefined}
                data-index={index}
                data-phase={line?.kind === 'row' ? line.row.phase : undefined}
                tabIndex={index === active ? 0 : -1}
                style={{
                  transform: `translateY(${start - margin}px)`,
                  gridTemplateColumns: grouped ? groupTemplate : template,
                }}
                onFocus={() => setActive(index)}
                onClick={() => enter(index)}
              >
                {line === null && <td className={classes.waiting} />}
                {line?.kind === 'row' && <RowCells row={line.row} columns={columns} />}
                {line?.kind === 'group' && <GroupCells group={line.group} grouping={group} />}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

type TableHeadProps = { readonly columns: readonly RecordColumn[]; readonly template: string };

/** The column names, which stay in view. Each sorts by its column. */
function TableHead({ columns, template }: TableHeadProps) {
  const sort = useSpendingView((view) => view.sort);
  const order = sort.descending ? 'descending' : 'ascending';
  const Arrow = sort.descending ? IconArrowDown : IconArrowUp;
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1} style={{ gridTemplateColumns: template }}>
        {columns.map((column) => {
          const sorts = sort.column === column;
          return (
            <th key={column} scope="col" aria-sort={sorts ? order : 'none'} data-numeric={columnLooks[column].numeric}>
              <button type="button" onClick={() => sortBy({ column, descending: sorts && !sort.descending })}>
                {columnNames[column]}
                {sorts && <Arrow size={16} stroke={2} aria-hidden="true" />}
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function GroupsHead() {
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1} style={{ gridTemplateColumns: groupTemplate }}>
        <th scope="col">Group</th>
        <th scope="col" data-numeric>
          Submissions
        </th>
        <th scope="col" data-numeric>
          Cost
        </th>
      </tr>
    </thead>
  );
}

type RowCellsProps = { readonly row: RecordRow; readonly columns: readonly RecordColumn[] };

/** Not drawn again for a row that only moves. */
const RowCells = memo(function RowCells({ row, columns }: RowCellsProps) {
  return columns.map((column) => {
    const { numeric, cell } = columnLooks[column];
    return (
      <td key={column} data-numeric={numeric}>
        {cell(row)}
      </td>
    );
  });
});

function GroupCells({ group, grouping }: { readonly group: RecordGroup; readonly grouping: RecordGrouping }) {
  return (
    <>
      <td>
        <IconChevronRight size={18} stroke={1.7} aria-hidden="true" />
        <bdi>{groupName(group, grouping)}</bdi>
      </td>
      <td data-numeric>{formatCount(group.submissions)}</td>
      <td data-numeric data-kind={group.totals.length > 1 ? 'several' : 'one'}>
        {group.totals.length === 0 ? '–' : <Fees totals={group.totals} />}
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
