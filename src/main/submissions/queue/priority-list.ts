import type { StoredSubmission } from '../journal/submission.ts';

type Place = Pick<StoredSubmission, 'id' | 'turn'>;

/** Places that count no more may be as many as those that do, and a few besides. */
const STALE_KEPT = 64;

/**
 * Ids in the order in which their submissions are to be taken: lower `turn` first, then the older. A binary heap: adding and
 * taking cost next to nothing however long it is and wherever a place belongs, also when all of 200,000 are moved to the
 * front. A place that counts no more stays in the heap until it comes to its top.
 */
export class PriorityList {
  #heap: Place[] = [];
  readonly #turns = new Map<number, number>();

  get size(): number {
    return this.#turns.size;
  }

  first(): number | null {
    for (let top = this.#heap[0]; top !== undefined; top = this.#heap[0]) {
      if (this.#turns.get(top.id) === top.turn) return top.id;
      this.#dropTop();
    }
    return null;
  }

  has(id: number): boolean {
    return this.#turns.has(id);
  }

  remove(id: number): boolean {
    const wasThere = this.#turns.delete(id);
    this.#dropStale();
    return wasThere;
  }

  /** Puts a submission into its place; one that is there already moves when its turn has changed. */
  add({ id, turn }: Place): void {
    if (this.#turns.get(id) === turn) return;
    this.#turns.set(id, turn);
    this.#push({ id, turn });
    this.#dropStale();
  }

  #push(place: Place): void {
    let hole = this.#heap.length;
    while (hole > 0) {
      const above = (hole - 1) >>> 1;
      const parent = this.#heap[above];
      if (parent === undefined || !isBefore(place, parent)) break;
      this.#heap[hole] = parent;
      hole = above;
    }
    this.#heap[hole] = place;
  }

  #dropTop(): void {
    const last = this.#heap.pop();
    if (last !== undefined && this.#heap.length > 0) this.#sinkFromTop(last);
  }

  #sinkFromTop(place: Place): void {
    let hole = 0;
    for (;;) {
      const left = this.#heap[2 * hole + 1];
      const right = this.#heap[2 * hole + 2];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (child === undefined || isBefore(place, child)) break;
      this.#heap[hole] = child;
      hole = 2 * hole + (isRight ? 2 : 1);
    }
    this.#heap[hole] = place;
  }

  /** A list in order is a heap. */
  #dropStale(): void {
    if (this.#heap.length <= 2 * this.#turns.size + STALE_KEPT) return;
    this.#heap = [...this.#turns].map(([id, turn]) => ({ id, turn })).sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }
}

function isBefore(a: Place, b: Place): boolean {
  return a.turn < b.turn || (a.turn === b.turn && a.id < b.id);
}
