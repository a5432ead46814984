import { IconArrowDown, IconArrowUp, IconChevronRight } from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type KeyboardEvent, memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type {
  RecordColumn,
  RecordGroup,
  RecordGrouping,
  RecordRow,
  RecordTotal,
} from '../../../shared/bridge/records.ts';
import { columnNames } from '../../../shared/messages/records.ts';
import { formatCount } from '../../ui/format.ts';
import { nextIndex, useListScroll } from '../../ui/lists.ts';
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

/** Records as a table, of which only the visible rows are rendered. */
export function SpendingTable(props: Props) {
  const { lines } = props;
  const columns = useSpendingView((view) => view.columns);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const grouped = lines.asked.group !== 'none';
  const { template, leastRem } = layoutOf(columns);

  if (lines.count === 0) return <p className={classes.nothing}>{NOTHING_MATCHES}</p>;
  return (
    <div ref={setScroller} className={classes.scroller}>
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
        {scroller !== null && <TableRows {...props} scroller={scroller} columns={columns} template={template} />}
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

type RowsProps = Props & TableHeadProps & { readonly scroller: HTMLElement };

/** The visible rows. One of them is in the tab order, and arrow keys move it. */
function TableRows({ scroller, lines, columns, template, openId, onWant, onOpen, onEnter }: RowsProps) {
  const [active, setActive] = useState(0);
  const wantsFocus = useRef(false);
  const current = Math.min(active, lines.count - 1);
  const { getScrollElement, margin, covered } = useListScroll(useCallback(() => scroller, [scroller]));
  const virtualizer = useVirtualizer({
    count: lines.count,
    getScrollElement,
    scrollMargin: margin,
    scrollPaddingStart: covered,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
    // The sticky head moves all rows down by its height.
    scrollPaddingEnd: HEAD_HEIGHT,
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      // The active row stays in the page at any scroll position, so that the keyboard keeps its place.
      if (current < 0 || rows.includes(current)) return rows;
      return [...rows, current].sort((a, b) => a - b);
    },
  });

  const { startIndex: first = 0, endIndex: last = 0 } = virtualizer.range ?? {};
  useEffect(() => onWant(first, last), [first, last, onWant]);

  // A new answer is shown from its beginning.
  const shown = useRef(lines.key);
  useEffect(() => {
    if (shown.current === lines.key) return;
    shown.current = lines.key;
    setActive(0);
    scroller.scrollTop = 0;
  }, [lines.key, scroller]);

  const focusRow = (index: number): void => {
    scroller.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
  };
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    virtualizer.scrollToIndex(current, { align: 'auto' });
    focusRow(current);
  });

  const enter = (index: number): void => {
    const line = lines.at(index);
    if (line?.kind === 'row') onOpen(line.row.id);
    else if (line?.kind === 'group') onEnter(line.group);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>): void => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.index === undefined) return;
    const page = Math.max(1, Math.floor((getScrollElement()?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const target = nextIndex(event.key, current, lines.count, page);
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

  return (
    <tbody onKeyDown={onKeyDown}>
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const line = lines.at(index);
        const isOpen = line?.kind === 'row' && line.row.id === openId;
        return (
          <tr
            key={index}
            className={lines.asked.group === 'none' ? classes.line : classes.group}
            aria-rowindex={index + 2}
            aria-selected={isOpen}
            aria-busy={line === null || undefined}
            data-index={index}
            data-phase={line?.kind === 'row' ? line.row.phase : undefined}
            tabIndex={index === current ? 0 : -1}
            style={{
              transform: `translateY(${start - margin}px)`,
              gridTemplateColumns: lines.asked.group === 'none' ? template : groupTemplate,
            }}
            onFocus={() => setActive(index)}
            onClick={() => enter(index)}
          >
            {line === null && <td className={classes.waiting} />}
            {line?.kind === 'row' && <RowCells row={line.row} columns={columns} />}
            {line?.kind === 'group' && <GroupCells group={line.group} grouping={lines.asked.group} />}
          </tr>
        );
      })}
    </tbody>
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
