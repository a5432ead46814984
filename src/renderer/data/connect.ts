import type { WindowApi, WindowEvent } from '../../shared/bridge/bridge.ts';
import { apply, ITEMS_AT_ONCE, inPieces, type StateEvent, type WindowState } from './window-state.ts';

type Store = { readonly setState: (next: (state: WindowState) => WindowState) => void };

type EventOf<Kind extends WindowEvent['kind']> = Extract<WindowEvent, { readonly kind: Kind }>;

type Listeners = {
  readonly onNotice: (notice: EventOf<'notice'>) => void;
  readonly onCloseAsked: (asked: EventOf<'close-asked'>) => void;
};

/** Events that come within this many milliseconds are drawn together. */
const BATCH_MS = 32;

/**
 * Fills the store with main's snapshot and keeps it up to date. Events that arrive while the snapshot is on its way are
 * applied after it: each carries whole submissions, so applying one twice does no harm, and missing one would. However much
 * comes at once, it is taken in piece by piece, with room for drawing and typing in between.
 * Returns the function that stops.
 */
export function connect(api: WindowApi, store: Store, listeners: Listeners): () => void {
  let queue: StateEvent[] = [];
  let ready = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let drawnAt = Number.NEGATIVE_INFINITY;

  const flush = (): void => {
    timer = null;
    drawnAt = performance.now();
    const count = fittingOneTask(queue);
    const events = queue.slice(0, count);
    queue = queue.slice(count);
    if (events.length > 0) store.setState((state) => events.reduce(apply, state));
    if (queue.length > 0) timer = setTimeout(flush, 0);
  };

  const stop = api.onEvent((event) => {
    switch (event.kind) {
      case 'notice':
        listeners.onNotice(event);
        return;
      case 'close-asked':
        listeners.onCloseAsked(event);
        return;
      case 'file-saved':
      case 'menu-chosen':
      case 'open-queue':
      case 'check-line':
      case 'lookup-file-progress':
      case 'lookup-list':
      case 'lookup-watch':
      case 'lookup-watch-ended':
      case 'lookup-waiting':
      case 'open-submission':
      case 'balances-changed':
      case 'deposits-changed':
      case 'verify-progress':
      case 'records-changed':
      case 'records-sync':
      case 'export-progress':
        return;
      case 'snapshot':
        queue.push(...inPieces(event.snapshot));
        break;
      default:
        queue.push(event);
    }
    if (ready) timer ??= setTimeout(flush, Math.max(0, drawnAt + BATCH_MS - performance.now()));
  });

  void api.call('app.snapshot', {}).then((answer) => {
    if (answer.ok) {
      queue = [...inPieces(answer.value), ...queue];
      ready = true;
      flush();
    } else {
      store.setState((state) => ({ ...state, phase: { kind: 'broken', reason: answer.error } }));
    }
  });

  return () => {
    stop();
    if (timer !== null) clearTimeout(timer);
  };
}

/** How many of the events to take in now: at least one, and no more rows than one task carries. */
function fittingOneTask(events: readonly StateEvent[]): number {
  let rows = 0;
  const tooMany = events.findIndex((event, index) => {
    if (event.kind === 'submissions-changed') rows += event.submissions.length;
    else if (event.kind === 'snapshot') rows += event.snapshot.submissions.length;
    return index > 0 && rows > ITEMS_AT_ONCE;
  });
  return tooMany === -1 ? events.length : tooMany;
}
