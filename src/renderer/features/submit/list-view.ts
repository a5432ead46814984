import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import { type Group, sameIds, useWindowStore, windowStore } from '../../data/window-state.ts';
import { formatCount } from '../../ui/format.ts';
import { foldedText, searchWords } from '../../ui/search.ts';

/** The files that a search has found, and among how many. */
export type Found = { readonly ids: readonly number[]; readonly among: number };

export function useListView() {
  const [group, setGroup] = useState<Group>('all');
  const [query, setQuery] = useState('');
  // Typing goes before finding.
  const sought = useDeferredValue(query);
  const submissions = useWindowStore((state) => state.submissions);
  const inGroup = useWindowStore((state) => state.lists[group]);
  const ids = useSame(useMemo(() => searchList(inGroup, submissions, sought), [inGroup, submissions, sought]));
  const isSearch = searchWords(sought).length > 0;
  const shown = useRef(ids);
  useLayoutEffect(() => {
    shown.current = ids;
  });

  const showAll = useCallback(() => {
    setGroup('all');
    setQuery('');
  }, []);

  /** A submission may be opened from another one: its row is to be seen beside its details. */
  const reveal = useCallback((id: number) => {
    if (shown.current.includes(id)) return;
    setQuery('');
    setGroup((which) => (windowStore.getState().lists[which].includes(id) ? which : 'all'));
  }, []);

  // Null while nothing is searched for.
  const found: Found | null = isSearch ? { ids, among: inGroup.length } : null;
  return { group, setGroup, query, setQuery, sought, ids, found, showAll, reveal };
}

/** The same list as long as it has the same ids: while files are sent, what is searched through changes all the time. */
function useSame(ids: readonly number[]): readonly number[] {
  const last = useRef(ids);
  const same = sameIds(last.current, ids) ? last.current : ids;
  useLayoutEffect(() => {
    last.current = same;
  });
  return same;
}

const nothingIn: { readonly [Name in Group]: string } = {
  all: 'Nothing here yet. Drop a file to begin.',
  working: 'Nothing is being worked on.',
  finished: 'Nothing is finished yet.',
  'needs-you': 'Nothing needs your attention.',
};

const groupWords: { readonly [Name in Group]: string } = {
  all: 'No file here',
  working: 'No file that is being worked on',
  finished: 'No finished file',
  'needs-you': 'No file that needs your attention',
};

export function nothingWords(group: Group, sought: string): string {
  const words = sought.trim();
  return words === '' ? nothingIn[group] : `${groupWords[group]} has “${words}” in its name, folder or id.`;
}

export function foundWords({ ids, among }: Found): string {
  return ids.length === 0
    ? ''
    : `${formatCount(ids.length)} of ${formatCount(among)} ${among === 1 ? 'file' : 'files'}`;
}

type SearchText = { readonly text: string; readonly submissionId: string };

/** What a submission is found by, made once: a list of ten thousand is gone through with each letter that is typed. */
const known = new WeakMap<Submission, SearchText>();

/** A number of two digits stands in every tenth id: who looks for one by its id has more of it. */
const SHORTEST_OF_ID = 4;

/**
 * Those of `ids` in whose name, folder or submission id all words of `query` stand, whatever their case and accents. A query
 * without words finds all: then the answer is `ids` itself.
 */
export function searchList(
  ids: readonly number[],
  submissions: ReadonlyMap<number, Submission>,
  query: string,
): readonly number[] {
  const words = searchWords(query);
  if (words.length === 0) return ids;
  return ids.filter((id) => {
    const submission = submissions.get(id);
    if (submission === undefined) return false;
    const { text, submissionId } = foundBy(submission);
    return words.every((word) => text.includes(word) || (word.length >= SHORTEST_OF_ID && submissionId.includes(word)));
  });
}

function foundBy(submission: Submission): SearchText {
  const before = known.get(submission);
  if (before !== undefined) return before;
  const { name, folder, state } = submission;
  const found = {
    // No word goes over a line end.
    text: foldedText(`${name}\n${folder ?? ''}`),
    submissionId: 'submissionId' in state ? state.submissionId.toLowerCase() : '',
  };
  known.set(submission, found);
  return found;
}

/** Local ids only grow: whatever came last has the greatest. What is put back into the list is none of them. */
export function newestOf(ids: readonly number[]): number {
  return ids.reduce((newest, id) => Math.max(newest, id), 0);
}

export function arrivedSince(ids: readonly number[], seen: number): readonly number[] {
  return ids.filter((id) => id > seen);
}

/** Whether the top of a list that shows these has all that arrived: it stands there, in what is shown. */
export function areAllShown(arrived: readonly number[], shown: readonly number[]): boolean {
  if (arrived.length === 0) return true;
  if (arrived.length > shown.length) return false;
  const ids = new Set(shown);
  return arrived.every((id) => ids.has(id));
}

type Arrivals = {
  /** How many files came that nobody has seen: further up, or not among those that are shown. */
  readonly unseen: number;
  /** Grows with the files that came into sight by themselves. */
  readonly seenUpTo: number;
};

/** `shown`: the files of the list as it is filtered now; `isAtTop`: whether it is scrolled to where new files stand. */
export function useArrivals(shown: readonly number[], isAtTop: boolean): Arrivals {
  const all = useWindowStore((state) => state.lists.all);
  const [seenUpTo, setSeenUpTo] = useState(() => newestOf(all));
  const arrived = useMemo(() => arrivedSince(all, seenUpTo), [all, seenUpTo]);
  const isInSight = useMemo(() => isAtTop && areAllShown(arrived, shown), [isAtTop, arrived, shown]);
  useEffect(() => {
    if (isInSight && arrived.length > 0) setSeenUpTo(newestOf(arrived));
  }, [isInSight, arrived]);
  return { unseen: isInSight ? 0 : arrived.length, seenUpTo };
}

export function arrivalWords(unseen: number): string {
  return unseen === 1 ? '1 new file' : `${formatCount(unseen)} new files`;
}
