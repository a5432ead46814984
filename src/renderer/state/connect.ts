import type { WindowApi, WindowEvent } from '../../shared/api.ts';
import { apply, fromSnapshot, type StateEvent, type WindowState } from './window-state.ts';

type Store = { readonly setState: (next: (state: WindowState) => WindowState) => void };

type Listeners = { readonly onNotice: (notice: Extract<WindowEvent, { readonly kind: 'notice' }>) => void };

/** Events that come within this many milliseconds are drawn together. */
const BATCH_MS = 32;

/**
 * Fills the store with main's snapshot and keeps it up to date. Events that arrive while the snapshot is on its way are
 * applied after it: each carries whole items, so applying one twice does no harm, and missing one would.
 * Returns the function that stops.
 */
export function connect(api: WindowApi, store: Store, listeners: Listeners): () => void {
  let queue: StateEvent[] = [];
  let ready = false;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const flush = (): void => {
    timer = null;
    const events = queue;
    queue = [];
    if (events.length > 0) store.setState((state) => events.reduce(apply, state));
  };

  const stop = api.onEvent((event) => {
    if (event.kind === 'notice') {
      listeners.onNotice(event);
      return;
    }
    if (event.kind === 'check-line') return;
    queue.push(event);
    if (ready && timer === null) timer = setTimeout(flush, BATCH_MS);
  });

  void api.call('app.snapshot', {}).then((answer) => {
    if (answer.ok) {
      store.setState(() => fromSnapshot(answer.value));
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
