import type { App } from '../core/app.ts';
import type { DomainEvents } from '../core/domain-events.ts';
import { type FeatureEvents, featureEvents, type WindowEvent } from '../shared/bridge/bridge.ts';

type Window = {
  readonly send: (event: WindowEvent) => void;
  /** Also what happens before the window has drawn. */
  readonly sendOnceListening: (event: WindowEvent) => void;
};

export function sendFeatureEvents(events: DomainEvents, window: Window): void {
  const forward = <Kind extends keyof FeatureEvents>(kind: Kind): void => {
    events.on(kind, (event: FeatureEvents[Kind]) => {
      const told = { kind, ...event } as WindowEvent;
      if (isToldOnce(told)) window.sendOnceListening(told);
      else window.send(told);
    });
  };
  for (const kind of Object.keys(featureEvents)) forward(kind as keyof FeatureEvents);
}

export function sendChanges(events: DomainEvents, window: Window, dropslip: App): void {
  const { accounts } = dropslip.features;
  sendFeatureEvents(events, window);
  events.on('accounts.changed', () =>
    window.send({ kind: 'accounts.changed', accounts: accounts.list(), activeAccountId: accounts.activeId() }),
  );
  events.on('accounts.activated', () => window.send({ kind: 'snapshot', snapshot: dropslip.snapshot() }));
}

/** The end of a watch stands on no screen. Where no window is open, a notice on the desktop may be gone unread, or never have been. */
function isToldOnce(event: WindowEvent): boolean {
  return event.kind === 'lookup.watch-ended' || (event.kind === 'lookup.watch' && event.news.isFinal);
}
