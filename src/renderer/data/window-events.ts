import type { WindowEvent } from '../../shared/bridge/bridge.ts';

type EventKind = WindowEvent['kind'];
type EventOf<Kind extends EventKind> = Extract<WindowEvent, { readonly kind: Kind }>;

export class WindowEvents {
  readonly #listeners = new Map<EventKind, Set<(event: WindowEvent) => void>>();

  on<Kind extends EventKind>(kind: Kind, listener: (event: EventOf<Kind>) => void): () => void {
    const listen = (event: WindowEvent): void => {
      if (isOf(kind, event)) listener(event);
    };
    const listeners = this.#listeners.get(kind) ?? new Set();
    this.#listeners.set(kind, listeners.add(listen));
    return () => void listeners.delete(listen);
  }

  readonly dispatch = (event: WindowEvent): void => {
    for (const listen of [...(this.#listeners.get(event.kind) ?? [])]) listen(event);
  };
}

function isOf<Kind extends EventKind>(kind: Kind, event: WindowEvent): event is EventOf<Kind> {
  return event.kind === kind;
}

export const windowEvents = new WindowEvents();
