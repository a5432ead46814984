import type { StoredSubmission } from '../journal/submission.ts';

type Given = Pick<StoredSubmission, 'id' | 'turn'> & Partial<Pick<StoredSubmission, 'partOf'>>;
/** `row`: a part has the place of its row. */
type Place = { readonly id: number; readonly turn: number; readonly row: number };

/**
 * Ids in the order in which their submissions are taken: lower `turn` first, then the older row, then the older of its
 * parts. Sorted when the first is taken, so that adding and moving stay fast, also when all of 200,000 move to the front.
 */
export class PriorityList {
  readonly #places = new Map<number, Place>();
  /** The places in reverse order, because the end of an array is removed fastest. Null if it must be sorted again. */
  #reversed: Place[] | null = null;

  get size(): number {
    return this.#places.size;
  }

  first(): number | null {
    this.#reversed ??= [...this.#places.values()].sort(laterFirst);
    for (let last = this.#reversed.at(-1); last !== undefined; last = this.#reversed.at(-1)) {
      if (this.#places.has(last.id)) return last.id;
      this.#reversed.pop();
    }
    return null;
  }

  has(id: number): boolean {
    return this.#places.has(id);
  }

  remove(id: number): boolean {
    return this.#places.delete(id);
  }

  /** Adds a submission, or moves it if its turn has changed. */
  add({ id, turn, partOf }: Given): void {
    if (this.#places.get(id)?.turn === turn) return;
    this.#places.set(id, { id, turn, row: partOf?.row ?? id });
    this.#reversed = null;
  }
}

function laterFirst(a: Place, b: Place): number {
  return b.turn - a.turn || b.row - a.row || b.id - a.id;
}
