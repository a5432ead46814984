import type { OutboxItem } from './outbox-item.ts';

/** Ids in the order in which their items are to be taken: lower `turn` first, then the older. */
export type TurnList = ReturnType<typeof createTurnList>;

type Place = Pick<OutboxItem, 'id' | 'turn'>;

export function createTurnList() {
  const places: Place[] = [];
  const turns = new Map<number, number>();

  const before = (a: Place, b: Place): boolean => a.turn < b.turn || (a.turn === b.turn && a.id < b.id);

  /** Where a place is, or where it belongs. Almost always the end, so that is looked at first. */
  function indexOf(place: Place): number {
    const last = places.at(-1);
    if (last === undefined || before(last, place)) return places.length;
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const candidate = places[middle];
      if (candidate !== undefined && before(candidate, place)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function remove(id: number): boolean {
    const turn = turns.get(id);
    if (turn === undefined) return false;
    turns.delete(id);
    places.splice(indexOf({ id, turn }), 1);
    return true;
  }

  return {
    get size(): number {
      return places.length;
    },
    first: (): number | null => places[0]?.id ?? null,
    has: (id: number): boolean => turns.has(id),
    remove,
    /** Puts an item into its place; one that is there already moves when its turn has changed. */
    add({ id, turn }: Place): void {
      if (turns.get(id) === turn) return;
      remove(id);
      places.splice(indexOf({ id, turn }), 0, { id, turn });
      turns.set(id, turn);
    },
  };
}
