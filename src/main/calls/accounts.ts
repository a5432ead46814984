import type { Account } from '../../shared/accounts.ts';
import { type Failure, failure, success } from '../../shared/failure.ts';
import type { Accounts } from '../accounts/index.ts';
import { getTokenMap } from '../service/index.ts';
import type { CallHandlers } from '../shell/ipc.ts';

type AccountCallName = Extract<keyof CallHandlers, `accounts.${string}`>;
type AccountCalls = Partial<Pick<CallHandlers, AccountCallName>>;

export type AccountCallParts = {
  readonly accounts: Accounts;
  readonly onAccountsChanged: (accounts: readonly Account[]) => void;
};

const unknownAccount: Failure = { code: 'unknown-account', message: 'This account is no longer there.' };
const done = success(null);

/** The calls of accounts and their credentials. */
export function accountCalls({ accounts, onAccountsChanged }: AccountCallParts): AccountCalls {
  return {
    'accounts.submitBy': async ({ accountId, submitBy }) => {
      if (!accounts.has(accountId)) return failure(unknownAccount);
      await accounts.setSubmitBy(accountId, submitBy);
      onAccountsChanged(accounts.list());
      return done;
    },
    'accounts.tokenNames': async ({ accountId }) => {
      const destination = accounts.destination(accountId);
      if (destination === null) return failure(unknownAccount);
      const names = await getTokenMap(destination.connection);
      return names.ok ? success(names.value.names) : names;
    },
  };
}
