import type { Submission } from '../../../shared/bridge/submissions.ts';
import type { BatchEnd } from '../../../shared/messages/batch-end.ts';
import {
  hasReceipt,
  isFinished,
  isWorkedOn,
  needsPerson,
  type SubmissionState,
} from '../../../shared/submissions/submission-state.ts';

type Fate = 'under-way' | 'held' | keyof Omit<BatchEnd, 'files'>;

function fateOf(state: SubmissionState): Fate {
  if (isWorkedOn(state)) return 'under-way';
  if (needsPerson(state)) return 'needYou';
  if (hasReceipt(state)) return 'submitted';
  return isFinished(state) ? 'cancelled' : 'held';
}

/** Knows the files that have come into the queue since it was last at rest. */
export class FinishedFiles {
  readonly #seen = new Set<number>();
  readonly #fates = new Map<number, Fate>();

  /** `known` are the submissions that are there at the start. */
  constructor(known: Iterable<Pick<Submission, 'id' | 'state'>>) {
    for (const { id, state } of known) {
      this.#seen.add(id);
      if (isWorkedOn(state)) this.#fates.set(id, 'under-way');
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
    if (this.#fates.size === 0) return false;
    for (const fate of this.#fates.values()) if (fate === 'under-way' || fate === 'held') return false;
    return true;
  }

  /** Counts the batch and begins a new one. */
  take(): BatchEnd {
    const end = { files: this.#fates.size, submitted: 0, cancelled: 0, needYou: 0 };
    for (const fate of this.#fates.values()) if (fate !== 'under-way' && fate !== 'held') end[fate] += 1;
    this.#fates.clear();
    return end;
  }
}
