import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Group, sameIds } from '../../data/window-state.ts';
import { useWindowStore, windowStore } from '../../data/window-store.ts';
import { formatCount } from '../../ui/format.ts';
import { searchWords } from '../../ui/search/words.ts';
import { searchList } from './list-search.ts';

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
