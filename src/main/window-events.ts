import type { Snapshot, WindowEvent } from '../shared/bridge/bridge.ts';
import type { Accounts } from './accounts/index.ts';
import type { DomainEventMap, DomainEventName, DomainEvents } from './domain-events.ts';

/** Why nothing is sent may be known before the window has drawn, and before there is anything else to tell it. */
export function tellWindowNotices(
  events: DomainEvents,
  window: { readonly tellSurely: (event: WindowEvent) => void },
): void {
  events.on('notice', (notice) => window.tellSurely({ kind: 'notice', ...notice }));
}

/** Makes what the window is told of what happens in main. */
export function tellWindowChanges(
  events: DomainEvents,
  window: { readonly tell: (event: WindowEvent) => void },
  { accounts, snapshot }: { readonly accounts: Pick<Accounts, 'list' | 'activeId'>; readonly snapshot: () => Snapshot },
): void {
  const on = <Name extends DomainEventName>(name: Name, told: (event: DomainEventMap[Name]) => WindowEvent): void => {
    events.on(name, (event) => window.tell(told(event)));
  };
  on('submissions.changed', ({ submissions }) => ({ kind: 'submissions-changed', submissions }));
  on('submissions.removed', ({ ids }) => ({ kind: 'submissions-removed', ids }));
  on('submissions.progress', ({ progress, summary }) => ({ kind: 'progress', progress, summary }));
  on('records.changed', ({ accountId }) => ({ kind: 'records-changed', accountId }));
  on('records.sync', ({ accountId, state }) => ({ kind: 'records-sync', accountId, state }));
  on('records.export-progress', (progress) => ({ kind: 'export-progress', ...progress }));
  on('balances.changed', ({ accountId }) => ({ kind: 'balances-changed', accountId }));
  on('deposits.changed', ({ accountId }) => ({ kind: 'deposits-changed', accountId }));
  on('receipts.verify-progress', (progress) => ({ kind: 'verify-progress', ...progress }));
  on('lookup.waiting', (waiting) => ({ kind: 'lookup-waiting', ...waiting }));
  on('lookup.list', ({ progress }) => ({ kind: 'lookup-list', progress }));
  on('lookup.file-progress', (progress) => ({ kind: 'lookup-file-progress', ...progress }));
  on('lookup.watch', ({ news }) => ({ kind: 'lookup-watch', news }));
  on('lookup.watch-ended', ({ end }) => ({ kind: 'lookup-watch-ended', end }));
  on('accounts.changed', () => ({
    kind: 'accounts-changed',
    accounts: accounts.list(),
    activeAccountId: accounts.activeId(),
  }));
  on('accounts.activated', () => ({ kind: 'snapshot', snapshot: snapshot() }));
  on('accounts.check-line', (line) => ({ kind: 'check-line', ...line }));
}
