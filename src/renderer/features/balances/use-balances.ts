import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Failure } from '../../../shared/bridge/failure.ts';
import { question } from '../../data/queries.ts';
import type { WindowState } from '../../data/window-state.ts';
import { useActiveAccountId, useWindowStore, windowStore } from '../../data/window-store.ts';
import { cancelRefresh, refreshBalances } from './commands.ts';

/** What is left of the active account's tokens, as last read. */
export function useBalances() {
  return useQuery(question('balances.view', useActiveAccountId(), {}));
}

/** Balances older than this are read anew when somebody looks at them. */
const STALE_MS = 60_000;

export type Refreshing = {
  readonly busy: boolean;
  /** Why the refresh that the person asked for came to nothing. */
  readonly failure: Failure | null;
  readonly refresh: () => void;
  readonly cancel: () => void;
};

/** `accounts`: as they were when it was asked for. */
type Failed = {
  readonly accountId: string;
  readonly failure: Failure;
  readonly accounts: WindowState['accounts'];
};

/** Reads old balances when the screen is opened, when the window is come back to, and when an account changes. */
export function useFreshBalances(): void {
  useEffect(() => {
    const look = (): void => void refreshBalances(STALE_MS);
    look();
    // A practice service that has just started, or a credential that was just entered, changes the accounts.
    const stop = windowStore.subscribe((state, before) => {
      if (state.accounts !== before.accounts || state.activeAccountId !== before.activeAccountId) look();
    });
    window.addEventListener('focus', look);
    return () => {
      stop();
      window.removeEventListener('focus', look);
    };
  }, []);
}

/** Reads the balances when the person asks for it. */
export function useRefresh(): Refreshing {
  const accountId = useWindowStore((state) => state.activeAccountId);
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);

  const refresh = useCallback(() => {
    setBusyWith(accountId);
    setFailed(null);
    const { accounts } = windowStore.getState();
    void refreshBalances(0).then((failure) => {
      setBusyWith(null);
      if (failure !== null && failure.code !== 'cancelled') setFailed({ accountId, failure, accounts });
    });
  }, [accountId]);

  // What was asked for before the account could be reached is done once it can: that changes the accounts.
  useEffect(() => {
    if (failed?.failure.code !== 'not-ready') return;
    const look = (accounts: WindowState['accounts']): void => {
      if (accounts !== failed.accounts) refresh();
    };
    look(windowStore.getState().accounts);
    return windowStore.subscribe((state) => look(state.accounts));
  }, [failed, refresh]);

  return {
    busy: busyWith === accountId,
    failure: failed?.accountId === accountId ? failed.failure : null,
    refresh,
    cancel: () => void cancelRefresh(),
  };
}
