import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  columnVisibilityFeature,
  createColumnHelper,
  type ReactTable,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { memo, useLayoutEffect, useMemo, useState } from 'react';
import {
  type RecordColumn,
  type RecordGroup,
  type RecordRow,
  recordColumns,
} from '../../../../shared/bridge/records.ts';
import type { Pages } from '../page-cache.ts';
import { sortBy, useSpendingView } from '../spending-view.ts';
import { columnNames } from '../spending-words.ts';
import { columnLooks, layoutOf } from './columns.tsx';
import classes from './SpendingTable.module.css';
import { HEAD_HEIGHT, ROW_HEIGHT, TableRows } from './TableRows.tsx';

const GROUPS_REM = 37;

/** The ARIA grid pattern: a table in which arrow keys move the focus, so a screen reader hands them over. */
const grid = { role: 'grid' } as const;

// Main sorts and filters: the table knows the columns, which of them are shown, and by which the rows are sorted.
export const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature });
const helper = createColumnHelper<typeof features, RecordRow>();
const columns = helper.columns(
  recordColumns.map((column) => helper.display({ id: column, header: columnNames[column], enableSorting: true })),
);
const noRows: RecordRow[] = [];

type Props = {
  readonly pages: Pages;
  /** Changes with what is asked: the list is then shown from its beginning. */
  readonly question: string;
  readonly openId: string | null;
  readonly onWant: (first: number, last: number) => void;
  readonly onOpen: (id: string) => void;
  readonly onEnter: (group: RecordGroup) => void;
};

/** The history as a table. Its head is drawn apart from its rows: scrolling concerns the rows alone. */
export const SpendingTable = memo(function SpendingTable({ pages, question, openId, onWant, onOpen, onEnter }: Props) {
  const sort = useSpendingView((view) => view.sort);
  const group = useSpendingView((view) => view.group);
  const shown = useSpendingView((view) => view.columns);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);

  const visibility = useMemo(
    () => Object.fromEntries(recordColumns.map((column) => [column, shown.includes(column)])),
    [shown],
  );
  const table = useTable({
    features,
    columns,
    data: noRows,
    manualSorting: true,
    enableSortingRemoval: false,
    state: { columnVisibility: visibility, sorting: [{ id: sort.column, desc: sort.descending }] },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change([{ id: sort.column, desc: sort.descending }]) : change;
      const column = recordColumns.find((one) => one === next?.id);
      if (next !== undefined && column !== undefined) sortBy({ column, descending: next.desc });
    },
  });
  const visible = useMemo(
    () => recordColumns.filter((column): column is RecordColumn => shown.includes(column)),
    [shown],
  );
  const tight = useTight(
    scroller,
    useMemo(() => layoutOf(visible, false).leastRem, [visible]),
  );
  const { template, leastRem } = useMemo(() => layoutOf(visible, tight), [visible, tight]);

  if (pages.lines === 0) return <p className={classes.nothing}>Nothing matches. Change or clear the filter.</p>;
  return (
    <div ref={setScroller} className={classes.scroller} data-tight={tight}>
      <table
        className={classes.canvas}
        {...grid}
        aria-label={group === 'none' ? 'Submissions' : 'Groups of submissions'}
        aria-rowcount={pages.lines + 1}
        aria-colcount={group === 'none' ? visible.length : 3}
        style={{
          minWidth: `${group === 'none' ? leastRem : GROUPS_REM}rem`,
          height: HEAD_HEIGHT + pages.lines * ROW_HEIGHT,
        }}
      >
        <TableHead table={group === 'none' ? table : null} template={template} />
        {scroller !== null && (
          <TableRows
            scroller={scroller}
            pages={pages}
            question={question}
            columns={visible}
            template={template}
            tight={tight}
            openId={openId}
            onWant={onWant}
            onOpen={onOpen}
            onEnter={onEnter}
          />
        )}
      </table>
    </div>
  );
});

type TableHeadProps = {
  /** Null while groups are shown: they have columns of their own. */
  readonly table: ReactTable<typeof features, RecordRow> | null;
  readonly template: string;
};

/** The names of the columns, which stay in sight; each sorts by its column. */
export function TableHead({ table, template }: TableHeadProps) {
  if (table === null) {
    return (
      <thead className={classes.head}>
        <tr className={classes.groups} aria-rowindex={1}>
          <th scope="col">Group</th>
          <th scope="col">Submissions</th>
          <th scope="col">Fees</th>
        </tr>
      </thead>
    );
  }
  return (
    <thead className={classes.head}>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {group.headers.map(({ id, column }) => {
            const sorted = column.getIsSorted();
            const known = recordColumns.find((one) => one === column.id);
            const numeric = known !== undefined && columnLooks[known].numeric === true;
            const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp;
            return (
              <th key={id} scope="col" aria-sort={ariaSort(sorted)} data-numeric={numeric || undefined}>
                <button type="button" onClick={() => column.toggleSorting(sorted === 'asc')}>
                  {known === undefined ? id : columnNames[known]}
                  {sorted !== false && <Arrow size={16} stroke={2} aria-hidden="true" />}
                </button>
              </th>
            );
          })}
        </tr>
      ))}
    </thead>
  );
}

function ariaSort(sorted: false | 'asc' | 'desc'): 'none' | 'ascending' | 'descending' {
  if (sorted === false) return 'none';
  return sorted === 'asc' ? 'ascending' : 'descending';
}

/** Whether an element has less room inside than so many rem. */
export function useTight(element: HTMLElement | null, rem: number): boolean {
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
