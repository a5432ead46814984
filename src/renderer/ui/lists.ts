import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useLayoutEffect, useState } from 'react';

/** Where a key leads from row `index` of `count`, or null when it leads nowhere. `page` is how many rows fit in sight. */
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

/** As App.module.css says: in a low window the page scrolls, and lists stand in it at their whole height. */
const LOW = '(max-height: 30rem)';

export type ListScroll = {
  /** What scrolls the list: the list itself, or the page that it stands in. */
  readonly getScrollElement: () => HTMLElement | null;
  /** How far down in it the list begins, in pixels. */
  readonly margin: number;
  /** How much of what scrolls is covered at its top, in pixels: what is scrolled to stands below it. */
  readonly covered: number;
};

/** A list has a scroll bar of its own, but in low windows (as large text makes them) one bar moves all. */
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
    // What stands above the list comes and goes, and moves it.
    const observer = new ResizeObserver(measure);
    observer.observe(above);
    return () => observer.disconnect();
  }, [low, list, getScrollElement]);

  return { getScrollElement, margin, covered };
}
