/** What can be done with all of the list, as far as room is concerned. */
type Entry = {
  /** It has few letters, and is wanted at once: it stays in sight in the smallest window. */
  readonly isShort: boolean;
};

/** Pixels of the toolbar from which on so many find room in words beside the filters, the search and the limits. */
const ROOM_FOR_ALL = 1088;
const ROOM_FOR_TWO = 800;

/**
 * Which actions stand in the toolbar, and which in its menu: all of them in words, for a sign alone is a riddle. The first are
 * wanted most.
 */
export function inWords<E extends Entry>(
  entries: readonly E[],
  width: number,
): { readonly shown: readonly E[]; readonly more: readonly E[] } {
  const [first] = entries;
  const count = width >= ROOM_FOR_ALL ? entries.length : width >= ROOM_FOR_TWO ? 2 : first?.isShort === true ? 1 : 0;
  return { shown: entries.slice(0, count), more: entries.slice(count) };
}
