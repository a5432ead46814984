import { formatCount } from '../../../ui/format.ts';
import { files } from './bulk.ts';

type Entry = { readonly label: string };

/** Pixels beside the filters that the search and the limits take, and that the menu takes. */
const TAKEN = 172;
const MENU = 66;

/** Rather too much than too little: what does not fit would begin a line of its own. */
const widthOf = ({ label }: Entry): number => 16 + 8 * label.length;

/**
 * Which actions stand in the toolbar, and which in its menu: all of them in words, for a sign alone is a riddle. The first are
 * wanted most. `room`: pixels beside the filters.
 */
export function inWords<E extends Entry>(
  entries: readonly E[],
  room: number,
): { readonly shown: readonly E[]; readonly more: readonly E[] } {
  const fit = countThatFits(entries, room - TAKEN);
  const count = fit === entries.length ? fit : countThatFits(entries, room - TAKEN - MENU);
  return { shown: entries.slice(0, count), more: entries.slice(count) };
}

function countThatFits(entries: readonly Entry[], room: number): number {
  let left = room;
  const over = entries.findIndex((entry) => {
    left -= widthOf(entry);
    return left < 0;
  });
  return over === -1 ? entries.length : over;
}

export type ActionCounts = {
  readonly pause: number;
  readonly resume: number;
  readonly cancel: number;
  readonly clear: number;
  readonly remove: number;
  readonly save: number;
};

/** What the actions are called: of the whole list, and, while something is searched for, of what was found alone. */
export function actionLabels(
  counts: ActionCounts,
  isSearch: boolean,
): { readonly [Action in keyof ActionCounts]: string } {
  if (!isSearch) {
    return {
      pause: 'Pause all',
      resume: 'Resume all',
      cancel: 'Cancel all',
      clear: 'Clear finished',
      remove: 'Remove unsubmitted',
      save: 'Save receipts',
    };
  }
  return {
    pause: `Pause ${files(counts.pause)}`,
    resume: `Resume ${files(counts.resume)}`,
    cancel: `Cancel ${files(counts.cancel)}`,
    clear: `Clear ${formatCount(counts.clear)} finished`,
    remove: `Remove ${formatCount(counts.remove)} unsubmitted`,
    save: counts.save === 1 ? 'Save 1 receipt' : `Save ${formatCount(counts.save)} receipts`,
  };
}
