import type { WindowEvent } from '../../shared/api.ts';
import type { Batch } from './batch.ts';
import { type OutboxItem, toWindow } from './outbox-item.ts';

const CHANGES_EVERY_MS = 40;
const PROGRESS_EVERY_MS = 150;
/** Rows in one event: small enough that drawing them is not a long task in the window. */
const ROWS_AT_ONCE = 1000;

export type Publisher = ReturnType<typeof createPublisher>;

/** Tells the window of changes, many at a time: a thousand changed rows are one event, not a thousand. */
export function createPublisher(send: (event: WindowEvent) => void, batch: Batch) {
  let changed = new Map<number, OutboxItem>();
  let changesTimer: NodeJS.Timeout | null = null;
  let progressTimer: NodeJS.Timeout | null = null;

  const flushChanges = (): void => {
    changesTimer = null;
    const rows = [...changed.values()];
    changed = new Map();
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      send({ kind: 'items-changed', items: rows.slice(start, start + ROWS_AT_ONCE).map(toWindow) });
    }
  };

  const flushProgress = (): void => {
    progressTimer = null;
    send({ kind: 'progress', progress: batch.progress(), summary: batch.summary() });
  };

  const moved = (): void => {
    if (progressTimer === null) progressTimer = setTimeout(flushProgress, PROGRESS_EVERY_MS);
  };

  return {
    /** The item is on disk as it is here: show it. */
    changed(item: OutboxItem): void {
      batch.observe(item);
      changed.set(item.id, item);
      if (changesTimer === null) changesTimer = setTimeout(flushChanges, CHANGES_EVERY_MS);
      moved();
    },
    removed(ids: readonly number[]): void {
      for (const id of ids) {
        changed.delete(id);
        batch.forget(id);
      }
      send({ kind: 'items-removed', ids });
      moved();
    },
    moved,
    notice: (tone: 'info' | 'warning', text: string): void => send({ kind: 'notice', tone, text }),
  };
}
