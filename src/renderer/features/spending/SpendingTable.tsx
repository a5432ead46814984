import {
  columnVisibilityFeature,
  createColumnHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  type SpendingColumn,
  type SpendingGroup,
  type SpendingRow,
  spendingColumns,
} from '../../../shared/spending.ts';
import { nextIndex } from '../../ui/list-keys.ts';
import { layoutOf } from './columns.tsx';
import { GroupLine, RecordLine, WaitingLine } from './Lines.tsx';
import { lineAt, type Pages } from './page-cache.ts';
import classes from './SpendingTable.module.css';
import { sortBy, useSpendingView } from './spending-view.ts';
import { columnNames } from './spending-words.ts';
import { TableHead } from './TableHead.tsx';

/** Pixels, as Lines.module.css says. */
const ROW_HEIGHT = 40;
const HEAD_HEIGHT = 40;
const GROUPS_REM = 37;

/** The ARIA grid pattern: a table in which arrow keys move the focus, so a screen reader hands them over. */
const grid = { role: 'grid' } as const;

// Main sorts and filters: the table knows the columns, which of them are shown, and by which the rows are sorted.
export const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature });
const helper = createColumnHelper<typeof features, SpendingRow>();
const columns = helper.columns(
  spendingColumns.map((column) => helper.display({ id: column, header: columnNames[column], enableSorting: true })),
);
const noRows: SpendingRow[] = [];

type Props = {
  readonly pages: Pages;
  /** Changes with what is asked: the list is then shown from its beginning. */
  readonly question: string;
  readonly openId: string | null;
  readonly onWant: (first: number, last: number) => void;
  readonly onOpen: (id: string) => void;
  readonly onEnter: (group: SpendingGroup) => void;
};

/** Rows that scroll out of sight become those that scroll in: making new ones would cost most of a frame. */
const REUSED = 128;
const keyOf = (index: number, inSight: boolean): string => (inSight ? `row ${index % REUSED}` : 'active');

export function SpendingTable({ pages, question, openId, onWant, onOpen, onEnter }: Props) {
  const { sort, group, columns: shown } = useSpendingView();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const wantsFocus = useRef(false);

  const visibility = useMemo(
    () => Object.fromEntries(spendingColumns.map((column) => [column, shown.includes(column)])),
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
      const column = spendingColumns.find((one) => one === next?.id);
      if (next !== undefined && column !== undefined) sortBy({ column, descending: next.desc });
    },
  });
  const visible = useMemo(
    () => spendingColumns.filter((column): column is SpendingColumn => shown.includes(column)),
    [shown],
  );
  const { template, leastRem } = useMemo(() => layoutOf(visible), [visible]);

  const { lines } = pages;
  const current = Math.min(active, lines - 1);
  const virtualizer = useVirtualizer({
    count: lines,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
    scrollPaddingStart: HEAD_HEIGHT,
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      // The active row stays, however far the list is scrolled, so that the keyboard never loses its place.
      if (current < 0 || rows.includes(current)) return rows;
      return [...rows, current].sort((a, b) => a - b);
    },
  });

  const range = virtualizer.range;
  const [first, last] = [range?.startIndex ?? 0, range?.endIndex ?? 0];
  useEffect(() => {
    if (lines > 0) onWant(first, last);
  }, [first, last, lines, onWant]);

  const asked = useRef(question);
  useEffect(() => {
    if (asked.current === question) return;
    asked.current = question;
    setActive(0);
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [question]);

  const focusRow = useCallback((index: number) => {
    scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const place =
      focused instanceof HTMLElement && scroller.current?.contains(focused) ? focused.dataset.index : undefined;
    // The row that has the focus was scrolled away, and its place in the page is another row's now.
    if (place !== undefined && place !== String(current) && !wantsFocus.current) focusRow(current);
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    virtualizer.scrollToIndex(current, { align: 'auto' });
    focusRow(current);
  });

  const enter = (index: number): void => {
    const line = lineAt(pages, index);
    if (line?.kind === 'row') onOpen(line.row.id);
    else if (line?.kind === 'group') onEnter(line.group);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.index === undefined) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const target = nextIndex(event.key, current, lines, page);
    if (target !== null) {
      event.preventDefault();
      wantsFocus.current = true;
      setActive(target);
      if (target === current) focusRow(current);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      enter(current);
    }
  };

  if (lines === 0) return <p className={classes.nothing}>Nothing matches. Change or clear the filter.</p>;
  return (
    <div ref={scroller} className={classes.scroller}>
      <table
        className={classes.canvas}
        {...grid}
        aria-label={group === 'none' ? 'Submissions' : 'Groups of submissions'}
        aria-rowcount={lines + 1}
        aria-colcount={group === 'none' ? visible.length : 3}
        style={{ minWidth: `${group === 'none' ? leastRem : GROUPS_REM}rem` }}
        onKeyDown={onKeyDown}
      >
        <TableHead table={group === 'none' ? table : null} template={template} />
        <tbody style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const line = lineAt(pages, index);
            const place = { index, start, active: index === current, onActive: setActive };
            const key = keyOf(index, index >= first - REUSED / 4 && index <= last + REUSED / 4);
            if (line === null) return <WaitingLine key={key} {...place} />;
            return line.kind === 'group' ? (
              <GroupLine key={key} {...place} group={line.group} onEnter={onEnter} />
            ) : (
              <RecordLine
                key={key}
                {...place}
                row={line.row}
                columns={visible}
                template={template}
                open={line.row.id === openId}
                onOpen={onOpen}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
