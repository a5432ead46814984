import type { PopoverProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/** The present in epoch milliseconds, updated every second while `ticking`. */
export function useNow(ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticking) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}

/** For a popover below a button. If a low window has no room below or above, the popover covers the button. */
export const inSight: NonNullable<PopoverProps['middlewares']> = { flip: true, shift: { crossAxis: true, padding: 8 } };
