import type { Account, SubmitBy } from '../../shared/accounts.ts';
import { type Connection, unknownPaths } from '../service/connection.ts';
import type { AccountStore, StoredAccount } from './account-store.ts';
import { type PracticeHost, practiceAccount } from './practice-account.ts';

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** The accounts of this person, and how to reach each. */
export async function openAccounts(store: AccountStore, practice: PracticeHost, now: () => number) {
  await store.add(practiceAccount, new Date(now()).toISOString());
  let stored = store.all();

  const find = (id: string): StoredAccount | null => stored.find((account) => account.id === id) ?? null;
  const address = (account: StoredAccount): string | null =>
    account.kind === 'practice' ? practice.url() : account.baseUrl;

  return {
    list: (): Account[] =>
      stored.map((account) => ({
        id: account.id,
        kind: account.kind,
        name: account.name,
        address: address(account) ?? 'Starting…',
        submitBy: account.submitBy,
        colour: 'teal',
        submitAddress: null,
        requestFundsPath: null,
        tokenMapPath: null,
        credentials: { apiKey: null, accessToken: null },
        place: { kind: 'session', reason: 'Practice credentials are made anew at every start.' },
        trouble: null,
      })),

    activeId: (): string => practiceAccount.id,

    has: (id: string): boolean => find(id) !== null,

    /** Where and how to submit for an account; null while its service is not up or the account is unknown. */
    destination(id: string): { readonly connection: Connection; readonly submitBy: SubmitBy } | null {
      const account = find(id);
      const baseUrl = account === null ? null : address(account);
      if (account === null || baseUrl === null) return null;
      return {
        submitBy: account.submitBy,
        connection: {
          baseUrl,
          submitBaseUrl: null,
          paths: unknownPaths,
          credentials: () => Promise.resolve(practice.credentials),
        },
      };
    },

    async setSubmitBy(id: string, submitBy: SubmitBy): Promise<void> {
      await store.setSubmitBy(id, submitBy);
      stored = store.all();
    },
  };
}
