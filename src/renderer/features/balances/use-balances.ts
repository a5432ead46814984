import { useQuery } from '@tanstack/react-query';
import { change } from '../../data/calls.ts';
import { callQuery, useOnAccountChange, useOnLook } from '../../data/queries.ts';
import { useActiveAccountId } from '../../data/window-state.ts';

export function useBalances() {
  return useQuery(callQuery('balances.view', useActiveAccountId(), {}));
}

/** Balances older than this many milliseconds are read again when they are shown. */
const OLD_MS = 60_000;

const refreshOld = (): void => void change('balances.refresh', { onlyAfterMs: OLD_MS });

/** Reads old balances when the screen opens, when the window becomes active again, and when an account changes. */
export function useFreshBalances(): void {
  useOnLook(refreshOld);
  useOnAccountChange(refreshOld);
}
