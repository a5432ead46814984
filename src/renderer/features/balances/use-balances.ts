import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Failure } from '../../../shared/failures/failure.ts';
import { ask, change } from '../../data/calls.ts';
import { callQuery, useOnLook } from '../../data/queries.ts';
import { useActiveAccountId, useWindowStore, type WindowState, windowStore } from '../../data/window-state.ts';

export function useBalances() {
  return useQuery(callQuery('balances.view', useActiveAccountId(), {}));
}

/** Balances older than this many milliseconds are read again when they are shown. */
const OLD_MS = 60_000;

const refreshOld = (): void => void change('balances.refresh', { onlyAfterMs: OLD_MS });

/** Reads old balances when the screen opens, when the window becomes active again, and when an account changes. */
export function useFreshBalances(): void {
  useOnLook(refreshOld);
  // The start of a practice service, or a new credential, changes the accounts.
  useEffect(
    () =>
      windowStore.subscribe((state, before) => {
        if (state.accounts !== before.accounts || state.activeAccountId !== before.activeAccountId) refreshOld();
      }),
    [],
  );
}

export type Refreshing = {
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly refresh: () => void;
  readonly cancel: () => void;
};

/** `accounts` is the list at the time of the request. */
type Asked = { readonly accountId: string; readonly accounts: WindowState['accounts'] };

export function useRefresh(): Refreshing {
  const accountId = useActiveAccountId();
  const accounts = useWindowStore((state) => state.accounts);
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: (_asked: Asked) => ask('balances.refresh', { onlyAfterMs: 0 }),
  });
  const isOfAccount = variables?.accountId === accountId;
  const failure = isOfAccount && error !== null && error.failure.code !== 'cancelled' ? error.failure : null;
  const refresh = useCallback(() => mutate({ accountId, accounts }), [mutate, accountId, accounts]);

  // A request that failed because the account could not be reached is repeated once the accounts change.
  const isDue = failure?.code === 'not-ready' && variables?.accounts !== accounts;
  useEffect(() => {
    if (isDue) refresh();
  }, [isDue, refresh]);

  return {
    busy: isPending && isOfAccount,
    failure,
    refresh,
    cancel: () => void change('balances.cancelRefresh', {}),
  };
}
