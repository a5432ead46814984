import type { Handlers } from '../../shared/bridge/bridge.ts';
import type { Result } from '../../shared/failures/failure.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Accounts } from './accounts.ts';

export type AccountHandlerParts = {
  readonly accounts: Accounts;
  readonly events: DomainEvents;
};

export function accountHandlers(parts: AccountHandlerParts): Handlers<'accounts'> {
  const { accounts, events } = parts;
  const changing = async <Value>(change: Promise<Result<Value>>): Promise<Result<Value>> => {
    const result = await change;
    events.emit('accounts.changed', {});
    return result;
  };
  return {
    'accounts.activate': async ({ accountId }) => {
      const activated = await accounts.activate(accountId);
      if (activated.ok) events.emit('accounts.activated', {});
      return activated;
    },
    'accounts.check': (asked) => accounts.checks.check(asked),
    'accounts.cancelCheck': ({ checkId }) => accounts.checks.cancel(checkId),
    'accounts.add': (account) => changing(accounts.add(account)),
    'accounts.edit': ({ accountId, settings, ...pasted }) =>
      changing(accounts.changes.edit(accountId, settings, pasted)),
    'accounts.replaceCredential': ({ accountId, kind, secret }) =>
      changing(accounts.changes.replaceCredential(accountId, kind, secret)),
    'accounts.forgetCredential': ({ accountId, kind }) => changing(accounts.changes.forgetCredential(accountId, kind)),
    'accounts.remove': async ({ accountId }) => {
      const wasActive = accounts.activeId() === accountId;
      const removed = await accounts.changes.remove(accountId);
      if (removed.ok && wasActive) events.emit('accounts.activated', {});
      else events.emit('accounts.changed', {});
      return removed;
    },
    'accounts.withdrawChange': () => accounts.approval.withdraw(),
    'accounts.submitBy': ({ accountId, submitBy }) => changing(accounts.changes.setSubmitBy(accountId, submitBy)),
    'accounts.tokenNames': ({ accountId }) => accounts.tokenNames(accountId),
    'accounts.startPractice': () => accounts.practice.start(),
    'accounts.report': ({ accountId }) => accounts.report(accountId),
  };
}
