import { useMediaQuery } from '@mantine/hooks';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * The row to which a key moves from row `index` of `count`; null if it does not move. `page` is the number of visible
 * rows.
 */
export function nextIndex(key: string, index: number, count: number, page: number): number | null {
  if (count === 0) return null;
  const last = count - 1;
  const within = (wanted: number): number => Math.max(0, Math.min(last, wanted));
  switch (key) {
    case 'ArrowDown':
      return within(index + 1);
    case 'ArrowUp':
      return within(index - 1);
    case 'PageDown':
      return within(index + page);
    case 'PageUp':
      return within(index - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

/** A low window, as in App.module.css: the page scrolls, and lists have their full height. */
const LOW = '(max-height: 30rem)';

type ListScroll = {
  /** The scrolling element: the list itself, or the page around it. */
  readonly getScrollElement: () => HTMLElement | null;
  /** The offset of the list within it, in pixels. */
  readonly margin: number;
  /** The height that is covered at its top, in pixels. Scroll targets stay below it. */
  readonly covered: number;
};

/** A list has its own scroll bar. In a low window, which large text can cause, the page scrolls instead. */
export function useListScroll(list: RefObject<HTMLElement | null>): ListScroll {
  const low = useMediaQuery(LOW, false, { getInitialValueInEffect: false });
  const [margin, setMargin] = useState(0);
  const [covered, setCovered] = useState(0);

  const getScrollElement = useCallback(
    () => (low ? (list.current?.closest<HTMLElement>('[data-page]') ?? null) : list.current),
    [low, list],
  );

  useLayoutEffect(() => {
    const page = getScrollElement();
    const above = list.current?.parentElement;
    if (!low || page === null || above == null) {
      setMargin(0);
      setCovered(0);
      return;
    }
    const measure = (): void => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      setMargin(Math.round(top - page.getBoundingClientRect().top + page.scrollTop));
      setCovered(Number.parseFloat(getComputedStyle(page).scrollPaddingTop) || 0);
    };
    measure();
    // Elements above the list appear and disappear, and move it.
    const observer = new ResizeObserver(measure);
    observer.observe(above);
    return () => observer.disconnect();
  }, [low, list, getScrollElement]);

  return { getScrollElement, margin, covered };
}

type RowsOptions = {
  /** The scrolling list around the rows. */
  readonly list: RefObject<HTMLElement | null>;
  readonly count: number;
  /** The row in the tab order. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  /** In pixels. A measured row may be higher. */
  readonly rowHeight: number;
  /** The height in pixels of the heads, which stay at the top of the list. */
  readonly headHeight: number;
  readonly overscan: number;
  readonly keyOf?: (index: number) => number;
  readonly onEnter: (index: number) => void;
  readonly onDelete?: (index: number) => void;
};

/**
 * The rows of a table, of which only the visible ones are rendered. One row is in the tab order, and arrow keys move it.
 * Spread `keyboard` over the element with the rows, and give each row its `data-index`.
 */
export function useRows({ list, count, active, headHeight, onActive, rowHeight, ...options }: RowsOptions) {
  const { getScrollElement, margin, covered } = useListScroll(list);
  const rows = useVirtualizer({
    count,
    getScrollElement,
    scrollMargin: margin,
    estimateSize: () => rowHeight,
    paddingStart: headHeight,
    scrollPaddingStart: covered + headHeight,
    overscan: options.overscan,
    getItemKey: options.keyOf ?? ((index) => index),
    // The active row stays in the page at any scroll position, so that the keyboard keeps its place.
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      if (active < 0 || visible.includes(active)) return visible;
      return [...visible, active].sort((a, b) => a - b);
    },
  });
  const wanted = useRef(false);
  const had = useRef(false);
  const focusRow = (index: number): void =>
    list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });

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

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const onRow = event.target instanceof HTMLElement && event.target.dataset.index !== undefined;
    const page = Math.max(1, Math.floor((getScrollElement()?.clientHeight ?? 0) / rowHeight) - 1);
    const target = nextIndex(event.key, active, count, page);
    if (target !== null) {
      wanted.current = true;
      onActive(target);
      if (target === active) focusRow(active);
    } else if (onRow && (event.key === 'Enter' || event.key === ' ')) {
      options.onEnter(active);
    } else if (onRow && event.key === 'Delete' && options.onDelete !== undefined) {
      options.onDelete(active);
    } else return;
    event.preventDefault();
  };
  const onFocus = (): void => {
    had.current = true;
  };
  const onBlur = (): void => {
    had.current = false;
  };
  return { rows, margin, covered, keyboard: { onKeyDown, onFocus, onBlur } };
}
