import { VisuallyHidden } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { SubmissionAction } from '../../../shared/submissions/submission-state.ts';
import { type ListScroll, nextIndex, useListScroll } from '../../ui/lists.ts';
import type { Decision } from './choices.ts';
import columns from './columns.module.css';
import classes from './SubmissionList.module.css';
import { SubmissionRow } from './SubmissionRow.tsx';

/** The height in pixels of a row without questions, as in SubmissionRow.module.css. */
const ROW_ESTIMATE = 52;
/** The ARIA grid pattern: arrow keys move the focus in the table, so screen readers pass them on. */
const grid = { role: 'grid' } as const;

type Props = {
  readonly ids: readonly number[];
  readonly openId: number | null;
  readonly onOpen: (id: number) => void;
  readonly onAction: (action: SubmissionAction, id: number) => void;
  readonly onDecision: (decision: Decision, id: number) => void;
};

/**
 * The rows, of which only the visible ones are rendered. One row is in the tab order; arrows move it, Enter opens its
 * details, Delete removes it.
 */
export function SubmissionList({ ids, openId, onOpen, onAction, onDecision }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useListScroll(useCallback(() => scroller.current, []));
  const { active, indexOf, setActiveId } = useActiveRow(ids);
  const { getScrollElement, margin, covered } = scroll;
  const virtualizer = useRows(ids, active, scroll);
  const keyboard = useRowFocus(active, scroller, virtualizer);

  // Opening the details makes the list smaller and the rows taller. The open row must stay in view.
  const openIndex = openId === null ? undefined : indexOf.get(openId);
  useEffect(() => {
    if (openIndex === undefined) return;
    const frame = requestAnimationFrame(() => virtualizer.scrollToIndex(openIndex, { align: 'auto' }));
    return () => cancelAnimationFrame(frame);
  }, [openIndex, virtualizer]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const onRow = event.target instanceof HTMLElement && event.target.tagName === 'TR';
    const page = Math.max(1, Math.floor((getScrollElement()?.clientHeight ?? 0) / ROW_ESTIMATE) - 1);
    const target = nextIndex(event.key, active, ids.length, page);
    const id = ids[active];
    if (target !== null) {
      event.preventDefault();
      setActiveId(ids[target] ?? null);
      keyboard.moveTo(target);
    } else if (onRow && id !== undefined && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      onOpen(id);
    } else if (onRow && id !== undefined && event.key === 'Delete') {
      event.preventDefault();
      onAction('remove', id);
    }
  };

  return (
    <div ref={scroller} className={classes.scroller} style={sizes(covered, virtualizer.getTotalSize())}>
      <table
        className={classes.canvas}
        {...grid}
        aria-label="Files"
        aria-rowcount={ids.length + 1}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
        onFocus={keyboard.onFocus}
        onBlur={keyboard.onBlur}
      >
        <ListHead />
        <tbody>
          {virtualizer.getVirtualItems().map((row) => {
            const id = ids[row.index];
            return id === undefined ? null : (
              <SubmissionRow
                key={row.key}
                id={id}
                index={row.index}
                start={row.start - margin}
                active={row.index === active}
                open={id === openId}
                measure={virtualizer.measureElement}
                onActive={setActiveId}
                onOpen={onOpen}
                onAction={onAction}
                onDecision={onDecision}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** CSS variables in pixels: the height that covers the top of the list, and the height of the list with all rows. */
function sizes(covered: number, whole: number): CSSProperties {
  const variables: Record<`--${string}`, string> = { '--covered': `${covered}px`, '--whole': `${whole}px` };
  return variables;
}

/** The row in the tab order. If it is removed, the next one takes its place. */
function useActiveRow(ids: readonly number[]) {
  const [activeId, setActiveId] = useState<number | null>(null);
  const lastIndex = useRef(0);
  const indexOf = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids]);
  const active = (activeId === null ? undefined : indexOf.get(activeId)) ?? Math.min(lastIndex.current, ids.length - 1);
  lastIndex.current = active;
  return { active, indexOf, setActiveId };
}

type Rows = Virtualizer<HTMLElement, HTMLElement>;

function useRows(ids: readonly number[], active: number, { getScrollElement, margin, covered }: ListScroll): Rows {
  return useVirtualizer({
    count: ids.length,
    getScrollElement,
    scrollMargin: margin,
    estimateSize: () => ROW_ESTIMATE,
    paddingStart: HEAD_HEIGHT,
    scrollPaddingStart: covered + HEAD_HEIGHT,
    overscan: 6,
    getItemKey: (index) => ids[index] ?? index,
    // The active row stays in the page at any scroll position, so that the keyboard keeps its place.
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      if (active < 0 || rows.includes(active)) return rows;
      return [...rows, active].sort((a, b) => a - b);
    },
  });
}

/** Keeps the focus on the active row when the row moves. */
function useRowFocus(active: number, scroller: RefObject<HTMLElement | null>, rows: Rows) {
  const wanted = useRef(false);
  const had = useRef(false);
  const focusRow = (index: number): void => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    row?.focus({ preventScroll: true });
  };

  useLayoutEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    rows.scrollToIndex(active, { align: 'auto' });
    focusRow(active);
  });

  // If a focused row is removed, the focus moves to its successor.
  useEffect(() => {
    if (had.current && document.activeElement === document.body) focusRow(active);
  });

  return {
    moveTo: (index: number): void => {
      wanted.current = true;
      if (index === active) focusRow(active);
    },
    onFocus: (): void => {
      had.current = true;
    },
    onBlur: (): void => {
      had.current = false;
    },
  };
}

/** In pixels, as in ListHead.module.css. */
const HEAD_HEIGHT = 32;

function ListHead() {
  return (
    <thead className={classes.head}>
      <tr className={`${columns.columns} ${classes.row}`} aria-rowindex={1}>
        <th scope="col">File</th>
        <th scope="col" data-name="state">
          State
        </th>
        <th scope="col" data-name="cost" data-end>
          Cost
        </th>
        <th scope="col" data-name="time" data-end>
          Time
        </th>
        <th scope="col">
          <VisuallyHidden>Actions</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}
