import type { AccountStore, StoredAccount } from './account-store.ts';

export type AccountBook = ReturnType<typeof createAccountBook>;

/** The accounts in memory, as they are on disk: reloaded after every write. */
export function createAccountBook(store: AccountStore) {
  let accounts: readonly StoredAccount[] = store.all();
  return {
    all: (): readonly StoredAccount[] => accounts,
    find: (id: string): StoredAccount | null => accounts.find((account) => account.id === id) ?? null,
    reload(): void {
      accounts = store.all();
    },
    /** Hides an account that is being taken away, so that nothing begins for it any more. */
    detach(id: string): void {
      accounts = accounts.filter((account) => account.id !== id);
    },
  };
}
