import { create } from 'zustand';
import type { WindowApi } from '../../../shared/bridge/bridge.ts';
import type { Deposit } from '../../../shared/bridge/deposits.ts';
import type { Failure } from '../../../shared/bridge/failure.ts';
import { windowStore } from '../../data/window-store.ts';

export type DepositsView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly deposits: readonly Deposit[]; readonly older: number }
  | { readonly kind: 'broken'; readonly reason: Failure };

/** The window's mirror of the active account's deposits, newest first. Written by `connectDeposits` alone. */
export const useDeposits = create<{ readonly view: DepositsView }>(() => ({ view: { kind: 'loading' } }));

/** Fills the mirror and keeps it up to date. Returns the function that stops. */
export function connectDeposits(api: WindowApi): () => void {
  let asked = 0;
  const load = async (): Promise<void> => {
    asked += 1;
    const turn = asked;
    const answer = await api.call('deposits.list', {});
    // Only the last question counts: answers may come in another order, and the account may have changed.
    if (turn !== asked) return;
    useDeposits.setState({
      view: answer.ok
        ? { kind: 'ready', deposits: answer.value.deposits, older: answer.value.older }
        : { kind: 'broken', reason: answer.error },
    });
  };
  const stopEvents = api.onEvent((event) => {
    // Balances bring names and decimals of tokens.
    if (event.kind !== 'deposits.changed' && event.kind !== 'balances.changed') return;
    if (event.accountId === windowStore.getState().activeAccountId) void load();
  });
  const stopStore = windowStore.subscribe((state, before) => {
    if (state.activeAccountId === before.activeAccountId) return;
    useDeposits.setState({ view: { kind: 'loading' } });
    void load();
  });
  return () => {
    stopEvents();
    stopStore();
  };
}
