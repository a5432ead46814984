import { useEffect, useMemo, useState } from 'react';
import { useWindowStore } from '../../../data/window-store.ts';
import { formatCount } from '../../../ui/format.ts';

/** Local ids only grow: whatever came last has the greatest. What is put back into the list is none of them. */
export function newestOf(ids: readonly number[]): number {
  return ids.reduce((newest, id) => Math.max(newest, id), 0);
}

export function arrivedSince(ids: readonly number[], seen: number): readonly number[] {
  return ids.filter((id) => id > seen);
}

/** Whether the top of a list that shows these has all that arrived: it stands there, in what is shown. */
export function areAllShown(arrived: readonly number[], shown: readonly number[]): boolean {
  if (arrived.length === 0) return true;
  if (arrived.length > shown.length) return false;
  const ids = new Set(shown);
  return arrived.every((id) => ids.has(id));
}

export type Arrivals = {
  /** How many files came that nobody has seen: further up, or not among those that are shown. */
  readonly unseen: number;
  /** Grows with the files that came into sight by themselves. */
  readonly seenUpTo: number;
};

/** `shown`: the files of the list as it is filtered now; `isAtTop`: whether it is scrolled to where new files stand. */
export function useArrivals(shown: readonly number[], isAtTop: boolean): Arrivals {
  const all = useWindowStore((state) => state.lists.all);
  const [seenUpTo, setSeenUpTo] = useState(() => newestOf(all));
  const arrived = useMemo(() => arrivedSince(all, seenUpTo), [all, seenUpTo]);
  const isInSight = useMemo(() => isAtTop && areAllShown(arrived, shown), [isAtTop, arrived, shown]);
  useEffect(() => {
    if (isInSight && arrived.length > 0) setSeenUpTo(newestOf(arrived));
  }, [isInSight, arrived]);
  return { unseen: isInSight ? 0 : arrived.length, seenUpTo };
}

export function arrivalWords(unseen: number): string {
  return unseen === 1 ? '1 new file' : `${formatCount(unseen)} new files`;
}
