import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readsRecords } from '../../shared/account.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { emptyState, type WindowState } from './window-state.ts';

/** The window's mirror of main. Filled by `QueueMirror`. */
export const windowStore = createStore<WindowState>(() => emptyState);

export function useWindowStore<Part>(part: (state: WindowState) => Part): Part {
  return useStore(windowStore, part);
}

/** Empty before main has said which account is active. */
export function useActiveAccountId(): string {
  return useWindowStore((state) => state.activeAccountId);
}

/** Whether the active account can read the service's records: without them no block and no cost is ever told. */
export function activeReadsRecords({ accounts, activeAccountId }: WindowState): boolean {
  const account = accounts.find(({ id }) => id === activeAccountId);
  return account === undefined || readsRecords(account);
}

export function activeKeychainFailure({ accounts, activeAccountId }: WindowState): Failure | null {
  const trouble = accounts.find(({ id }) => id === activeAccountId)?.trouble;
  return trouble?.kind === 'keychain' ? trouble.keychain : null;
}

/** Whether something keeps the active account from being read, whatever is shown of it from before. */
export function activeHasProblem({ accounts, activeAccountId }: WindowState): boolean {
  const trouble = accounts.find(({ id }) => id === activeAccountId)?.trouble ?? null;
  return trouble !== null && trouble.kind !== 'token-expires-soon';
}
