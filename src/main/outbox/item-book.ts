import type { OutboxItem } from './outbox-item.ts';
import { type ItemEvent, transition } from './transitions.ts';

export type ItemBook = ReturnType<typeof createItemBook>;

/** What may change on an item besides its state. */
export type ItemPatch = Partial<
  Pick<OutboxItem, 'size' | 'mtimeNs' | 'keccak256' | 'cost' | 'settlement' | 'attempts'>
>;

/** The items in memory, oldest first: a mirror of the journal that the queue decides from. */
export function createItemBook(loaded: readonly OutboxItem[]) {
  const items = new Map(loaded.map((item) => [item.id, item]));

  return {
    get: (id: number): OutboxItem | null => items.get(id) ?? null,
    all: (): IterableIterator<OutboxItem> => items.values(),
    put: (item: OutboxItem): void => {
      items.set(item.id, item);
    },
    remove: (id: number): void => {
      items.delete(id);
    },

    /** Applies an event; null (and nothing changed) when the item is gone or the event can't happen in its state. */
    apply(id: number, event: ItemEvent, patch: ItemPatch = {}): OutboxItem | null {
      const item = items.get(id);
      const state = item === undefined ? null : transition(item.state, event);
      if (item === undefined || state === null) return null;
      const changed = { ...item, ...patch, state };
      items.set(id, changed);
      return changed;
    },

    /** Changes facts about an item, not its state. */
    patch(id: number, patch: ItemPatch): OutboxItem | null {
      const item = items.get(id);
      if (item === undefined) return null;
      const changed = { ...item, ...patch };
      items.set(id, changed);
      return changed;
    },
  };
}
