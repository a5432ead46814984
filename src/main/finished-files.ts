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

/** Counts the files of a batch: all that came into the queue since it was last at rest. */
export class FinishedFiles {
  readonly #seen = new Set<number>();
  readonly #rows = new Map<number, BatchStatus>();

  /** `known`: the submissions at the start. */
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
      // A new row belongs to the batch even if it ended before its start was reported.
      if (!this.#seen.has(row.id) || this.#rows.has(row.id) || isWorkedOn(row.state)) this.#note(row);
      this.#seen.add(row.id);
    }
  }

  /** True if nothing is running and the user has paused no file. */
  isOver(): boolean {
    const counts = this.#count();
    return this.#rows.size > 0 && goingOn(counts) + counts.paused === 0;
  }

  /** Returns the counts of the batch and starts a new one. */
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
