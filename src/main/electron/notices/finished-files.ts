import type { Submission } from '../../../shared/bridge/submissions.ts';
import {
  type BatchCounts,
  type BatchStatus,
  batchStatusOf,
  goingOn,
  noFiles,
} from '../../../shared/submissions/batch-status.ts';
import { isWorkedOn } from '../../../shared/submissions/submission-state.ts';

/** Knows the files that have come into the queue since it was last at rest. */
export class FinishedFiles {
  readonly #seen = new Set<number>();
  readonly #statuses = new Map<number, BatchStatus>();

  /** `known` are the submissions that are there at the start. */
  constructor(known: Iterable<Pick<Submission, 'id' | 'state'>>) {
    for (const { id, state } of known) {
      this.#seen.add(id);
      if (isWorkedOn(state)) this.#statuses.set(id, batchStatusOf(state));
    }
  }

  removed(ids: readonly number[]): void {
    for (const id of ids) this.#statuses.delete(id);
  }

  changed(submissions: readonly Pick<Submission, 'id' | 'state'>[]): void {
    for (const { id, state } of submissions) {
      // A new row belongs to the batch even if it was over before its beginning could be told.
      if (!this.#seen.has(id) || this.#statuses.has(id) || isWorkedOn(state))
        this.#statuses.set(id, batchStatusOf(state));
      this.#seen.add(id);
    }
  }

  /** Whether nothing goes on by itself any more, and no file is held by the person who would be told. */
  isOver(): boolean {
    const counts = this.#count();
    return this.#statuses.size > 0 && goingOn(counts) + counts.paused === 0;
  }

  /** Counts the batch and begins a new one. */
  take(): BatchCounts {
    const counts = this.#count();
    this.#statuses.clear();
    return counts;
  }

  #count(): BatchCounts {
    const counts = { ...noFiles };
    for (const status of this.#statuses.values()) counts[status] += 1;
    return counts;
  }
}
