import { useWindowStore, windowStore } from '../../data/window-store.ts';

type Accounts = {
  readonly accounts: readonly { readonly id: string; readonly name: string }[];
  readonly activeAccountId: string;
};

/** Whose a submission is where that must be said: the name of an account that is not the one in use. Null for the one in use. */
export function otherAccountIn({ accounts, activeAccountId }: Accounts, accountId: string): string | null {
  if (accountId === activeAccountId) return null;
  return accounts.find(({ id }) => id === accountId)?.name ?? null;
}

export const useOtherAccount = (accountId: string): string | null =>
  useWindowStore((state) => otherAccountIn(state, accountId));

export const otherAccountNow = (accountId: string): string | null => otherAccountIn(windowStore.getState(), accountId);
