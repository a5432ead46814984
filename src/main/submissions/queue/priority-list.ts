import type { StoredSubmission } from '../journal/submission.ts';

/** Ids in the order in which their submissions are to be taken: lower `turn` first, then the older. */
export type PriorityList = ReturnType<typeof createPriorityList>;

type Place = Pick<StoredSubmission, 'id' | 'turn'>;

/** Places that count no more may be as many as those that do, and a few besides. */
const STALE_KEPT = 64;

/**
 * A binary heap: adding and taking cost next to nothing however long it is and wherever a place belongs, also when all of
 * 200,000 are moved to the front. A place that counts no more stays in the heap until it comes to its top.
 */
export function createPriorityList() {
  let heap: Place[] = [];
  const turns = new Map<number, number>();

  function sinkFrom(index: number, place: Place): void {
    let hole = index;
    for (;;) {
      const left = heap[2 * hole + 1];
      const right = heap[2 * hole + 2];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (child === undefined || isBefore(place, child)) break;
      heap[hole] = child;
      hole = 2 * hole + (isRight ? 2 : 1);
    }
    heap[hole] = place;
  }

  function push(place: Place): void {
    let hole = heap.length;
    while (hole > 0) {
      const above = (hole - 1) >>> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(place, parent)) break;
      heap[hole] = parent;
      hole = above;
    }
    heap[hole] = place;
  }

  function dropTop(): void {
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) sinkFrom(0, last);
  }

  /** A list in order is a heap. */
  function dropStale(): void {
    if (heap.length <= 2 * turns.size + STALE_KEPT) return;
    heap = [...turns].map(([id, turn]) => ({ id, turn })).sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }

  return {
    get size(): number {
      return turns.size;
    },

    first(): number | null {
      for (let top = heap[0]; top !== undefined; top = heap[0]) {
        if (turns.get(top.id) === top.turn) return top.id;
        dropTop();
      }
      return null;
    },

    has: (id: number): boolean => turns.has(id),

    remove(id: number): boolean {
      const wasThere = turns.delete(id);
      dropStale();
      return wasThere;
    },

    /** Puts a submission into its place; one that is there already moves when its turn has changed. */
    add({ id, turn }: Place): void {
      if (turns.get(id) === turn) return;
      turns.set(id, turn);
      push({ id, turn });
      dropStale();
    },
  };
}

function isBefore(a: Place, b: Place): boolean {
  return a.turn < b.turn || (a.turn === b.turn && a.id < b.id);
}
