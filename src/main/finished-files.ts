import type { Submission } from '../shared/bridge/submissions.ts';
import {
  type BatchCounts,
  type BatchStatus,
  batchStatusOf,
  goingOn,
  noFiles,
} from '../shared/submissions/batch-status.ts';
import { isWorkedOn } from '../shared/submissions/submission-state.ts';

type Row = Pick<Submission, 'id' | 'state'>;

/** Knows the files that have come into the queue since it was last at rest. */
export class FinishedFiles {
  readonly #seen = new Set<number>();
  readonly #rows = new Map<number, BatchStatus>();

  /** `known` are the submissions that are there at the start. */
  constructor(known: Iterable<Row>) {
    for (const row of known) {
      this.#seen.add(row.id);
      if (isWorkedOn(row.state)) this.#note(row);
    }
  }

  removed(ids: readonly number[]): void {
    for (const id of ids) this.#rows.delete(id);
  }

  changed(rows: readonly Row[]): void {
    for (const row of rows) {
      // A new row belongs to the batch even if it was over before its beginning could be told.
      if (!this.#seen.has(row.id) || this.#rows.has(row.id) || isWorkedOn(row.state)) this.#note(row);
      this.#seen.add(row.id);
    }
  }

  /** Whether nothing goes on by itself any more, and no file is held by the person who would be told. */
  isOver(): boolean {
    const counts = this.#count();
    return this.#rows.size > 0 && goingOn(counts) + counts.paused === 0;
  }

  /** Counts the batch and begins a new one. */
  take(): BatchCounts {
    const counts = this.#count();
    this.#rows.clear();
    return counts;
  }

  #note({ id, state }: Row): void {
    this.#rows.set(id, batchStatusOf(state));
  }

  #count(): BatchCounts {
    const counts = { ...noFiles };
    for (const status of this.#rows.values()) counts[status] += 1;
    return counts;
  }
}
