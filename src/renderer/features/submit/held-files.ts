import type { Item } from '../../../shared/bridge/submissions.ts';

/** Paused items by what they wait for. */
export type HeldFiles = {
  readonly byPerson: readonly number[];
  readonly duplicates: readonly number[];
  readonly beyondStopLine: readonly number[];
  readonly sinceCopy: readonly number[];
};

/** Sorts the items in `ids` that are paused by the reason for it, in the order of `ids`. */
export function heldFiles(items: ReadonlyMap<number, Item>, ids: readonly number[]): HeldFiles {
  const byPerson: number[] = [];
  const duplicates: number[] = [];
  const beyondStopLine: number[] = [];
  const sinceCopy: number[] = [];
  const places = {
    'by-person': byPerson,
    duplicate: duplicates,
    'beyond-stop-line': beyondStopLine,
    'since-copy': sinceCopy,
  };
  for (const id of ids) {
    const state = items.get(id)?.state;
    if (state?.kind === 'paused') places[state.why.kind].push(id);
  }
  return { byPerson, duplicates, beyondStopLine, sinceCopy };
}
