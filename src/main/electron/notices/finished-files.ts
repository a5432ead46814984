import type { Submission } from '../../../shared/bridge/submissions.ts';
import { type Fate, type FateCounts, fateOf, goingOn, noFiles } from '../../../shared/submissions/fate.ts';
import { isWorkedOn } from '../../../shared/submissions/submission-state.ts';

/** Knows the files that have come into the queue since it was last at rest. */
export class FinishedFiles {
  readonly #seen = new Set<number>();
  readonly #fates = new Map<number, Fate>();

  /** `known` are the submissions that are there at the start. */
  constructor(known: Iterable<Pick<Submission, 'id' | 'state'>>) {
    for (const { id, state } of known) {
      this.#seen.add(id);
      if (isWorkedOn(state)) this.#fates.set(id, fateOf(state));
    }
  }

  removed(ids: readonly number[]): void {
    for (const id of ids) this.#fates.delete(id);
  }

  changed(submissions: readonly Pick<Submission, 'id' | 'state'>[]): void {
    for (const { id, state } of submissions) {
      // A new row belongs to the batch even if it was over before its beginning could be told.
      if (!this.#seen.has(id) || this.#fates.has(id) || isWorkedOn(state)) this.#fates.set(id, fateOf(state));
      this.#seen.add(id);
    }
  }

  /** Whether nothing goes on by itself any more, and no file is held by the person who would be told. */
  isOver(): boolean {
    const counts = this.#count();
    return this.#fates.size > 0 && goingOn(counts) + counts.paused === 0;
  }

  /** Counts the batch and begins a new one. */
  take(): FateCounts {
    const counts = this.#count();
    this.#fates.clear();
    return counts;
  }

  #count(): FateCounts {
    const counts = { ...noFiles };
    for (const fate of this.#fates.values()) counts[fate] += 1;
    return counts;
  }
}
