import { useLayoutEffect, useState } from 'react';

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
