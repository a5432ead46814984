/** What can be done with all of the list, as far as room is concerned. */
type Entry = {
  /** It has few letters, and is wanted at once: it stays in sight in the smallest window. */
  readonly isShort: boolean;
};

/** Pixels beside the filters from which on so many find room in words, with the search and the limits. */
const ROOM_FOR_ALL = 700;
const ROOM_FOR_TWO = 480;
const ROOM_FOR_A_SHORT_ONE = 310;

/**
 * Which actions stand in the toolbar, and which in its menu: all of them in words, for a sign alone is a riddle. The first are
 * wanted most.
 */
export function inWords<E extends Entry>(
  entries: readonly E[],
  room: number,
): { readonly shown: readonly E[]; readonly more: readonly E[] } {
  const isShort = entries[0]?.isShort === true && room >= ROOM_FOR_A_SHORT_ONE;
  const count = room >= ROOM_FOR_ALL ? entries.length : room >= ROOM_FOR_TWO ? 2 : isShort ? 1 : 0;
  return { shown: entries.slice(0, count), more: entries.slice(count) };
}
