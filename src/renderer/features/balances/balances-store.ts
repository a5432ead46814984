import { create } from 'zustand';
import type { Balances } from '../../../shared/bridge/balances.ts';
import type { WindowApi } from '../../../shared/bridge/bridge.ts';
import type { Failure } from '../../../shared/bridge/failure.ts';
import { windowStore } from '../../data/window-store.ts';

export type BalancesView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly balances: Balances }
  | { readonly kind: 'broken'; readonly reason: Failure };

/** The window's mirror of the active account's balances. Written by `connectBalances` alone. */
export const useBalances = create<{ readonly view: BalancesView }>(() => ({ view: { kind: 'loading' } }));

/** Fills the mirror and keeps it up to date. Returns the function that stops. */
export function connectBalances(api: WindowApi): () => void {
  let asked = 0;
  const load = async (): Promise<void> => {
    asked += 1;
    const turn = asked;
    const answer = await api.call('balances.view', {});
    // Only the last question counts: answers may come in another order, and the account may have changed.
    if (turn !== asked) return;
    useBalances.setState({
      view: answer.ok ? { kind: 'ready', balances: answer.value } : { kind: 'broken', reason: answer.error },
    });
  };
  const stopEvents = api.onEvent((event) => {
    if (event.kind === 'balances-changed' && event.accountId === windowStore.getState().activeAccountId) void load();
  });
  const stopStore = windowStore.subscribe((state, before) => {
    if (state.activeAccountId === before.activeAccountId) return;
    useBalances.setState({ view: { kind: 'loading' } });
    void load();
  });
  return () => {
    stopEvents();
    stopStore();
  };
}
