import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useLayoutEffect, useState } from 'react';

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

export type ListScroll = {
  /** The scrolling element: the list itself, or the page around it. */
  readonly getScrollElement: () => HTMLElement | null;
  /** The offset of the list within it, in pixels. */
  readonly margin: number;
  /** The height that is covered at its top, in pixels. Scroll targets stay below it. */
  readonly covered: number;
};

/** A list has its own scroll bar. In a low window, which large text can cause, the page scrolls instead. */
export function useListScroll(list: () => HTMLElement | null): ListScroll {
  const low = useMediaQuery(LOW, false, { getInitialValueInEffect: false });
  const [margin, setMargin] = useState(0);
  const [covered, setCovered] = useState(0);

  const getScrollElement = useCallback(
    () => (low ? (list()?.closest<HTMLElement>('[data-page]') ?? null) : list()),
    [low, list],
  );

  useLayoutEffect(() => {
    const page = getScrollElement();
    const above = list()?.parentElement;
    if (!low || page === null || above == null) {
      setMargin(0);
      setCovered(0);
      return;
    }
    const measure = (): void => {
      const top = list()?.getBoundingClientRect().top ?? 0;
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
