import { useEffect, useState } from 'react';
import { windowApi } from '../../data/window-api.ts';

/** Files that land one after the other change the records each time: they are drawn together. */
const TOGETHER_MS = 200;

/** A number that changes whenever the records of an account have, or what is known of its tokens. */
export function useRecordsChanged(accountId: string): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let changedAt = Number.NEGATIVE_INFINITY;
    const change = (): void => {
      timer = null;
      changedAt = performance.now();
      setChanges((count) => count + 1);
    };
    const stop = windowApi().onEvent((event) => {
      if (event.kind !== 'records-changed' && event.kind !== 'balances-changed') return;
      if (event.accountId !== accountId) return;
      // The first change is shown at once.
      timer ??= setTimeout(change, Math.max(0, changedAt + TOGETHER_MS - performance.now()));
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [accountId]);
  return changes;
}
