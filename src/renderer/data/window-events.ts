import type { Snapshot } from '../../shared/bridge/app.ts';
import type { WindowEvent } from '../../shared/bridge/bridge.ts';
import type { Result } from '../../shared/failures/failure.ts';
import { apply, inPieces, ROWS_AT_ONCE, type StateEvent, type WindowState } from './window-state.ts';

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

type Store = { readonly setState: (next: (state: WindowState) => WindowState) => void };

/** The time in milliseconds in which events are gathered to be drawn together. */
const BATCH_MS = 32;

const mirrored = ['submissions.changed', 'submissions.removed', 'submissions.progress', 'accounts.changed'] as const;

/**
 * Fills the store with main's snapshot and keeps it up to date. Events that arrive before the snapshot are applied
 * after it. Each carries whole submissions, so applying one twice is harmless, while missing one is not. Large amounts
 * are applied in pieces, so that the window can draw and accept keys in between.
 */
export class QueueMirror {
  readonly #store: Store;
  readonly #stops: readonly (() => void)[];
  #pending: StateEvent[] = [];
  #hasSnapshot = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #drawnAt = Number.NEGATIVE_INFINITY;

  constructor(events: WindowEvents, store: Store, snapshot: () => Promise<Result<Snapshot>>) {
    this.#store = store;
    this.#stops = [
      ...mirrored.map((kind) => events.on(kind, (event) => this.#take([event]))),
      events.on('snapshot', (event) => this.#take(inPieces(event.snapshot))),
    ];
    void this.#begin(snapshot);
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  async #begin(snapshot: () => Promise<Result<Snapshot>>): Promise<void> {
    const answer = await snapshot();
    if (answer.ok) {
      this.#pending = [...inPieces(answer.value), ...this.#pending];
      this.#hasSnapshot = true;
      this.#flush();
    } else {
      this.#store.setState((state) => ({ ...state, phase: { kind: 'broken', reason: answer.error } }));
    }
  }

  #take(events: readonly StateEvent[]): void {
    for (const one of events) this.#pending.push(one);
    if (!this.#hasSnapshot) return;
    this.#timer ??= setTimeout(() => this.#flush(), Math.max(0, this.#drawnAt + BATCH_MS - performance.now()));
  }

  #flush(): void {
    this.#timer = null;
    this.#drawnAt = performance.now();
    const events = this.#pending.splice(0, fittingOneTask(this.#pending));
    if (events.length > 0) this.#store.setState((state) => events.reduce(apply, state));
    if (this.#pending.length > 0) this.#timer = setTimeout(() => this.#flush(), 0);
  }
}

/** The number of events to apply now: at least one, and no more rows than `ROWS_AT_ONCE`. */
function fittingOneTask(events: readonly StateEvent[]): number {
  let rows = 0;
  const tooMany = events.findIndex((event, index) => {
    if (event.kind === 'submissions.changed') rows += event.submissions.length;
    else if (event.kind === 'snapshot') rows += event.snapshot.submissions.length;
    return index > 0 && rows > ROWS_AT_ONCE;
  });
  return tooMany === -1 ? events.length : tooMany;
}
