import type { Submission } from '../../../shared/bridge/submissions.ts';

/** Paused submissions by what they wait for. */
export type HeldFiles = {
  readonly byPerson: readonly number[];
  readonly duplicates: readonly number[];
  readonly beyondSpendingLimit: readonly number[];
  readonly sinceCopy: readonly number[];
};

/** Sorts the submissions in `ids` that are paused by the reason for it, in the order of `ids`. */
export function heldFiles(submissions: ReadonlyMap<number, Submission>, ids: readonly number[]): HeldFiles {
  const byPerson: number[] = [];
  const duplicates: number[] = [];
  const beyondSpendingLimit: number[] = [];
  const sinceCopy: number[] = [];
  const places = {
    'by-person': byPerson,
    duplicate: duplicates,
    'beyond-spending-limit': beyondSpendingLimit,
    'since-copy': sinceCopy,
  };
  for (const id of ids) {
    const state = submissions.get(id)?.state;
    if (state?.kind === 'paused') places[state.why.kind].push(id);
  }
  return { byPerson, duplicates, beyondSpendingLimit, sinceCopy };
}
