import type { StoredSubmission } from '../journal/submission.ts';

type Given = Pick<StoredSubmission, 'id' | 'turn'> & Partial<Pick<StoredSubmission, 'partOf'>>;
/** `row`: a part has the place of its row. */
type Place = { readonly id: number; readonly turn: number; readonly row: number };

/** The number of outdated places that may exist beyond the current ones. */
const STALE_KEPT = 64;

/**
 * Ids in the order in which their submissions are taken: lower `turn` first, then the older row, then the older of its
 * parts. A binary heap, so that adding and taking stay fast in any list, also when all of 200,000 entries move to the
 * front. An outdated place stays in the heap until it reaches the top.
 */
export class PriorityList {
  #heap: Place[] = [];
  readonly #places = new Map<number, Place>();

  get size(): number {
    return this.#places.size;
  }

  first(): number | null {
    for (let top = this.#heap[0]; top !== undefined; top = this.#heap[0]) {
      if (this.#places.get(top.id)?.turn === top.turn) return top.id;
      this.#dropTop();
    }
    return null;
  }

  has(id: number): boolean {
    return this.#places.has(id);
  }

  remove(id: number): boolean {
    const wasThere = this.#places.delete(id);
    this.#dropStale();
    return wasThere;
  }

  /** Adds a submission, or moves it if its turn has changed. */
  add({ id, turn, partOf }: Given): void {
    if (this.#places.get(id)?.turn === turn) return;
    const place = { id, turn, row: partOf?.row ?? id };
    this.#places.set(id, place);
    this.#push(place);
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

  /** A sorted list is a heap. */
  #dropStale(): void {
    if (this.#heap.length <= 2 * this.#places.size + STALE_KEPT) return;
    this.#heap = [...this.#places.values()].sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }
}

function isBefore(a: Place, b: Place): boolean {
  if (a.turn !== b.turn) return a.turn < b.turn;
  return a.row === b.row ? a.id < b.id : a.row < b.row;
}
