import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RecordColumn, RecordGroup } from '../../../shared/bridge/records.ts';
import { nextIndex, useListScroll } from '../../ui/lists.ts';
import { GroupLine, RecordLine } from './Lines.tsx';
import type { Lines } from './use-spending.ts';

/** In pixels, as in Lines.module.css. */
export const ROW_HEIGHT = 40;
export const HEAD_HEIGHT = 40;
const OVERSCAN = 4;

type Props = {
  readonly scroller: HTMLElement;
  readonly lines: Lines;
  readonly columns: readonly RecordColumn[];
  readonly template: string;
  readonly tight: boolean;
  readonly openId: string | null;
  readonly onWant: (lines: Lines, first: number, last: number) => void;
  readonly onOpen: (id: string) => void;
  readonly onEnter: (group: RecordGroup) => void;
};

/** The visible rows. One of them is in the tab order, and arrow keys move it. */
export function TableRows(props: Props) {
  const { scroller, lines, columns, template, tight, openId, onWant, onOpen, onEnter } = props;
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
    overscan: OVERSCAN,
    // The sticky head moves all rows down by its height.
    scrollPaddingEnd: HEAD_HEIGHT,
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      // The active row stays in the page at any scroll position, so that the keyboard keeps its place.
      if (current < 0 || rows.includes(current)) return rows;
      return [...rows, current].sort((a, b) => a - b);
    },
  });

  const indexes = virtualizer.getVirtualItems().map(({ index }) => index);
  const range = virtualizer.range;
  const [first, last] = [range?.startIndex ?? 0, range?.endIndex ?? 0];
  useEffect(() => {
    onWant(lines, first, last);
  }, [lines, first, last, onWant]);

  // A new answer is shown from its beginning.
  const shown = useRef(lines.key);
  useEffect(() => {
    if (shown.current === lines.key) return;
    shown.current = lines.key;
    setActive(0);
    scroller.scrollTop = 0;
  }, [lines.key, scroller]);

  const focusRow = useCallback(
    (index: number) => {
      scroller.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
    },
    [scroller],
  );
  const held = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const row = focusedRow(scroller);
    // The focused row has left the view, and its element now shows another row.
    const isOther = row !== null && row.dataset.index !== String(current);
    // The focused row came into view in another element, and its old one is gone from the page.
    const isGone = held.current?.isConnected === false && document.activeElement === document.body;
    if (wantsFocus.current) virtualizer.scrollToIndex(current, { align: 'auto' });
    if (wantsFocus.current || isOther || isGone) focusRow(current);
    wantsFocus.current = false;
    held.current = focusedRow(scroller);
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
    <RowsInSight
      {...{ indexes, lines, columns, template, tight, openId, onOpen, onEnter, current, first, last, onKeyDown }}
      height={virtualizer.scrollRect?.height ?? 0}
      isScrolling={virtualizer.isScrolling}
      onActive={setActive}
    />
  );
}

type RowsInSightProps = Omit<Props, 'scroller' | 'onWant'> & {
  /** The rows in the page: the visible ones, some around them, and the active one. */
  readonly indexes: readonly number[];
  readonly first: number;
  readonly last: number;
  readonly current: number;
  /** The height of the visible area in pixels. */
  readonly height: number;
  readonly isScrolling: boolean;
  readonly onActive: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLTableSectionElement>) => void;
};

/**
 * Reuses the element of a row that leaves the view for one that enters it: new elements would take most of a frame.
 * Positions are relative to an origin, which moves if the list is scrolled past all visible rows. Only the container
 * moves then.
 */
function RowsInSight(props: RowsInSightProps) {
  const { lines, columns, template, tight, openId, onOpen, onEnter } = props;
  const { indexes, first, last, current, height, isScrolling, onActive, onKeyDown } = props;
  const { group } = lines.asked;
  const origin = useRef({ index: 0, from: 0, to: 0 });
  const [from, to] = [Math.max(0, first - OVERSCAN), last + OVERSCAN];
  const slots = Math.max(Math.ceil(height / ROW_HEIGHT) + 2 * OVERSCAN, to - from) + 2;
  if (from > origin.current.to || to < origin.current.from) origin.current.index = from;
  const { index: base } = origin.current;
  origin.current = { index: base, from, to };
  const slotOf = (index: number): number =>
    index >= from && index <= to ? (((index - base) % slots) + slots) % slots : slots;
  const rows = indexes.map((index) => ({ index, start: (index - base) * ROW_HEIGHT, slot: slotOf(index) }));
  // During scrolling, rows keep the order of their slots, so that no element moves. Afterwards, they get their own
  // order for screen readers.
  if (isScrolling) rows.sort((a, b) => a.slot - b.slot);

  return (
    <tbody style={{ transform: `translateY(${base * ROW_HEIGHT}px)` }} onKeyDown={onKeyDown}>
      {rows.map(({ index, start, slot }) => {
        const line = lines.at(index);
        const place = { index, start, active: index === current, onActive };
        return group !== 'none' ? (
          <GroupLine
            key={slot}
            {...place}
            grouping={group}
            group={line?.kind === 'group' ? line.group : null}
            onEnter={onEnter}
          />
        ) : (
          <RecordLine
            key={slot}
            {...place}
            row={line?.kind === 'row' ? line.row : null}
            columns={columns}
            template={template}
            tight={tight}
            open={line?.kind === 'row' && line.row.id === openId}
            onOpen={onOpen}
          />
        );
      })}
    </tbody>
  );
}

function focusedRow(scroller: HTMLElement): HTMLElement | null {
  const focused = document.activeElement;
  const isRow = focused instanceof HTMLElement && scroller.contains(focused) && focused.dataset.index !== undefined;
  return isRow ? focused : null;
}
