import type { Account } from '../shared/accounts.ts';
import { type Failure, failure, success } from '../shared/failure.ts';
import type { Accounts } from './accounts/index.ts';
import type { Outbox } from './outbox/index.ts';
import { getTokenMap } from './service/index.ts';
import type { CallHandlers, FileCallHandlers } from './shell/ipc.ts';

export type CallParts = {
  readonly version: string;
  readonly accounts: Accounts;
  readonly outbox: Outbox;
  readonly copyText: (text: string) => void;
  readonly onAccountsChanged: (accounts: readonly Account[]) => void;
};

const unknownAccount: Failure = { code: 'unknown-account', message: 'This account is no longer there.' };
const done = success(null);

/** What each call of the bridge does: one line each, into the feature that it belongs to. */
export function callHandlers(parts: CallParts): { readonly calls: CallHandlers; readonly fileCalls: FileCallHandlers } {
  const { accounts, outbox } = parts;
  return {
    calls: {
      'app.snapshot': () =>
        success({
          version: parts.version,
          accounts: accounts.list(),
          activeAccountId: accounts.activeId(),
          ...outbox.view(accounts.activeId()),
          queueSettings: { atOnce: 'automatic', stopLine: null },
        }),
      'app.copyText': ({ text }) => {
        parts.copyText(text);
        return done;
      },
      'outbox.cancel': async ({ ids }) => {
        await outbox.cancel(ids);
        return done;
      },
      'outbox.retry': async ({ ids }) => {
        await outbox.retry(ids);
        return done;
      },
      'outbox.remove': async ({ ids }) => {
        await outbox.remove(ids);
        return done;
      },
      'outbox.clearFinished': async () => {
        await outbox.clearFinished(accounts.activeId());
        return done;
      },
      'outbox.details': ({ id }) => outbox.details(id),
      'accounts.submitBy': async ({ accountId, submitBy }) => {
        if (!accounts.has(accountId)) return failure(unknownAccount);
        await accounts.setSubmitBy(accountId, submitBy);
        parts.onAccountsChanged(accounts.list());
        return done;
      },
      'accounts.tokenNames': async ({ accountId }) => {
        const destination = accounts.destination(accountId);
        if (destination === null) return failure(unknownAccount);
        const names = await getTokenMap(destination.connection);
        return names.ok ? success(names.value.names) : names;
      },
    },
    fileCalls: {
      'outbox.add': ({ paths }) => outbox.add(accounts.activeId(), paths),
    },
  };
}
