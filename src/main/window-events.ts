import { type FeatureEvents, featureEvents, type WindowEvent } from '../shared/bridge/bridge.ts';
import type { App } from './app.ts';
import type { DomainEvents } from './domain-events.ts';

type Window = {
  readonly send: (event: WindowEvent) => void;
  /** Also what happens before the window has drawn. */
  readonly sendOnceListening: (event: WindowEvent) => void;
};

/** Why nothing is sent may be known before the window has drawn, and before there is anything else to tell it. */
export function sendNotices(events: DomainEvents, window: Window): void {
  events.on('notice', ({ notice }) => window.sendOnceListening({ kind: 'notice', notice }));
}

/** Tells the window what happens in main. */
export function sendChanges(events: DomainEvents, window: Window, dropslip: App): void {
  const { accounts } = dropslip.features;
  const forward = <Kind extends keyof FeatureEvents>(kind: Kind): void => {
    events.on(kind, (event: FeatureEvents[Kind]) => window.send({ kind, ...event } as WindowEvent));
  };
  for (const kind of Object.keys(featureEvents)) forward(kind as keyof FeatureEvents);
  events.on('accounts.changed', () =>
    window.send({ kind: 'accounts.changed', accounts: accounts.list(), activeAccountId: accounts.activeId() }),
  );
  events.on('accounts.activated', () => window.send({ kind: 'snapshot', snapshot: dropslip.snapshot() }));
}
