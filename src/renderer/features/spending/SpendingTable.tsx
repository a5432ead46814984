import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo, useLayoutEffect, useMemo, useState } from 'react';
import type { RecordColumn, RecordGroup } from '../../../shared/bridge/records.ts';
import { columnNames } from '../../../shared/messages/records.ts';
import { AmountColumn } from '../../ui/AlignedAmount.tsx';
import { columnLooks, feesRoom, GROUP_LEAST_REM, groupTemplate, layoutOf } from './columns.tsx';
import classes from './SpendingTable.module.css';
import { sortBy, useSpendingView } from './spending-view.ts';
import { feesCost, NOTHING_MATCHES } from './spending-words.ts';
import { HEAD_HEIGHT, ROW_HEIGHT, TableRows } from './TableRows.tsx';
import type { Lines } from './use-spending.ts';

/** The ARIA grid pattern: arrow keys move the focus in the table, so screen readers pass them on. */
const grid = { role: 'grid' } as const;

type Props = {
  readonly lines: Lines;
  readonly openId: string | null;
  /** Reports the visible lines, so that they are loaded. */
  readonly onWant: (lines: Lines, first: number, last: number) => void;
  readonly onOpen: (id: string) => void;
  readonly onEnter: (group: RecordGroup) => void;
};

/** Records as a table. Its head is separate, so that scrolling draws only the rows. */
export const SpendingTable = memo(function SpendingTable(props: Props) {
  const { lines, openId, onWant, onOpen, onEnter } = props;
  const columns = useSpendingView((view) => view.columns);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const grouped = lines.asked.group !== 'none';
  const tight = useTight(
    scroller,
    useMemo(() => layoutOf(columns, false).leastRem, [columns]),
  );
  const { template, leastRem } = useMemo(() => layoutOf(columns, tight), [columns, tight]);

  const fees = useMemo(
    () => [
      ...lines.rows.flatMap((row) => (row.fees === null ? [] : [feesCost(row.fees, row)])),
      ...lines.groups.flatMap(({ totals: [only] }) => (only === undefined ? [] : [feesCost(only.fees, only)])),
    ],
    [lines],
  );

  if (lines.count === 0) return <p className={classes.nothing}>{NOTHING_MATCHES}</p>;
  return (
    <div ref={setScroller} className={classes.scroller} data-tight={tight}>
      <table
        className={classes.canvas}
        {...grid}
        aria-label={grouped ? 'Groups of submissions' : 'Submissions'}
        aria-rowcount={lines.count + 1}
        aria-colcount={grouped ? 3 : columns.length}
        style={{
          minWidth: `${grouped ? GROUP_LEAST_REM : leastRem}rem`,
          height: HEAD_HEIGHT + lines.count * ROW_HEIGHT,
        }}
      >
        {grouped ? <GroupsHead /> : <TableHead columns={columns} template={template} />}
        {scroller !== null && (
          <AmountColumn costs={fees} room={feesRoom(tight)} of={lines.key}>
            <TableRows
              scroller={scroller}
              lines={lines}
              columns={columns}
              template={template}
              tight={tight}
              openId={openId}
              onWant={onWant}
              onOpen={onOpen}
              onEnter={onEnter}
            />
          </AmountColumn>
        )}
      </table>
    </div>
  );
});

type TableHeadProps = { readonly columns: readonly RecordColumn[]; readonly template: string };

/** The column names, which stay in view. Each sorts by its column. */
const TableHead = memo(function TableHead({ columns, template }: TableHeadProps) {
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
});

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

/** True if the element is narrower than `rem`. */
function useTight(element: HTMLElement | null, rem: number): boolean {
  const [tight, setTight] = useState(false);
  useLayoutEffect(() => {
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setTight(entry.contentRect.width < rem * remInPixels());
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, rem]);
  return tight;
}

function remInPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
