import type { App } from '../core/app.ts';
import type { DomainEvents } from '../core/domain-events.ts';
import { type FeatureEvents, featureEvents, type WindowEvent } from '../shared/bridge/bridge.ts';

type Window = { readonly send: (event: WindowEvent) => void };

export function sendChanges(events: DomainEvents, window: Window, dropslip: App): void {
  const forward = <Kind extends keyof FeatureEvents>(kind: Kind): void => {
    events.on(kind, (event: FeatureEvents[Kind]) => window.send({ kind, ...event } as WindowEvent));
  };
  for (const kind of Object.keys(featureEvents)) forward(kind as keyof FeatureEvents);
  const { accounts } = dropslip.features;
  events.on('accounts.changed', () =>
    window.send({ kind: 'accounts.changed', accounts: accounts.list(), activeAccountId: accounts.activeId() }),
  );
  events.on('accounts.activated', () => window.send({ kind: 'snapshot', snapshot: dropslip.snapshot() }));
}
