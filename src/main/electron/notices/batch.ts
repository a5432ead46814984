import type { Submission } from '../../../shared/bridge/submissions.ts';
import {
  hasReceipt,
  isFinished,
  isMoving,
  isWorkedOn,
  needsPerson,
  type SubmissionState,
} from '../../../shared/submission-state.ts';

/** What became of the files of a batch that has come to its end. */
export type BatchEnd = {
  readonly files: number;
  readonly submitted: number;
  readonly cancelled: number;
  readonly needYou: number;
};

type Fate = 'under-way' | 'held' | keyof Omit<BatchEnd, 'files'>;

/** The states in which closing keeps a file from arriving. Looking for one that went out goes on at the next start. */
export function isUnderWay(state: SubmissionState): boolean {
  return isMoving(state);
}

function fateOf(state: SubmissionState): Fate {
  if (isWorkedOn(state)) return 'under-way';
  if (needsPerson(state)) return 'needYou';
  if (hasReceipt(state)) return 'submitted';
  return isFinished(state) ? 'cancelled' : 'held';
}

/**
 * Follows submissions, and knows the files that have come into the queue since it was last at rest. `known`
 * are the submissions that are there at the start.
 */
export function createBatchWatch(known: Iterable<Pick<Submission, 'id' | 'state'>>) {
  const seen = new Set<number>();
  const batch = new Map<number, Fate>();
  for (const { id, state } of known) {
    seen.add(id);
    if (isWorkedOn(state)) batch.set(id, 'under-way');
  }

  return {
    removed(ids: readonly number[]): void {
      for (const id of ids) batch.delete(id);
    },

    changed(submissions: readonly Pick<Submission, 'id' | 'state'>[]): void {
      for (const { id, state } of submissions) {
        // A new row belongs to the batch even if it was over before the window could be told of its beginning.
        if (!seen.has(id) || batch.has(id) || isWorkedOn(state)) batch.set(id, fateOf(state));
        seen.add(id);
      }
    },

    /** Whether nothing goes on by itself any more, and no file is held by the person who would be told. */
    isOver(): boolean {
      if (batch.size === 0) return false;
      for (const fate of batch.values()) if (fate === 'under-way' || fate === 'held') return false;
      return true;
    },

    /** Counts the batch and begins a new one. */
    take(): BatchEnd {
      const end = { files: batch.size, submitted: 0, cancelled: 0, needYou: 0 };
      for (const fate of batch.values()) if (fate !== 'under-way' && fate !== 'held') end[fate] += 1;
      batch.clear();
      return end;
    },
  };
}

/**
 * The end of a batch in words, with numbers as `locale` writes them; null when there is nothing to tell, since the person
 * did it all.
 */
export function batchEndWords(
  end: BatchEnd,
  locale: string | undefined,
): { readonly title: string; readonly body: string } | null {
  const counter = new Intl.NumberFormat(locale);
  if (end.submitted === 0 && end.needYou === 0) return null;
  if (end.submitted === 0) {
    const title = end.needYou === 1 ? 'A file needs you' : `${counter.format(end.needYou)} files need you`;
    return { title, body: 'Dropslip goes no further with what is left on its own. Open it to see why.' };
  }
  const title = end.files === 1 ? 'Your file is done' : `All ${counter.format(end.files)} files are done`;
  const parts = [
    `${counter.format(end.submitted)} submitted`,
    end.needYou > 0 ? `${counter.format(end.needYou)} ${end.needYou === 1 ? 'needs' : 'need'} you` : null,
    end.cancelled > 0 ? `${counter.format(end.cancelled)} cancelled` : null,
  ];
  return { title, body: parts.filter((part) => part !== null).join(', ') };
}
