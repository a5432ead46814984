import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import { type Group, useWindowStore, windowStore } from '../../data/window-state.ts';
import { formatCount } from '../../ui/format.ts';
import { useAdditions } from './commands.ts';

export type Found = { readonly ids: readonly number[]; readonly among: number };

export function useListView() {
  const [group, setGroup] = useState<Group>('all');
  const [query, setQuery] = useState('');
  const additions = useAdditions(({ count }) => count);
  // Deferred, so that typing stays responsive.
  const sought = useDeferredValue(query);
  const submissions = useWindowStore((state) => state.submissions);
  const inGroup = useWindowStore((state) => state.lists[group]);
  const ids = useMemo(() => searchList(inGroup, submissions, sought), [inGroup, submissions, sought]);

  // Shows the files that were just added.
  useEffect(() => {
    if (additions === 0) return;
    setGroup('all');
    setQuery('');
  }, [additions]);

  /** Makes the list show this row. */
  const reveal = (id: number): void => {
    setQuery('');
    if (!windowStore.getState().lists[group].includes(id)) setGroup('all');
  };

  // Null without a search.
  const found: Found | null = searchWords(sought).length > 0 ? { ids, among: inGroup.length } : null;
  return { group, setGroup, query, setQuery, sought, ids, found, additions, reveal };
}

const nothingIn: { readonly [Name in Group]: string } = {
  all: 'Nothing here yet. Drop a file to begin.',
  working: 'Nothing is being worked on.',
  finished: 'Nothing is finished yet.',
  'needs-you': 'Nothing needs your attention.',
};

export function nothingWords(group: Group, sought: string): string {
  const words = sought.trim();
  return words === '' ? nothingIn[group] : `No file here has “${words}” in its name, folder or id.`;
}

export function foundWords({ ids, among }: Found): string {
  return ids.length === 0
    ? ''
    : `${formatCount(ids.length)} of ${formatCount(among)} ${among === 1 ? 'file' : 'files'}`;
}

/** Normalises text for a search: ignores case and accents. */
function foldedText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words that a matching text must contain. If there are none, everything matches. */
function searchWords(query: string): readonly string[] {
  return foldedText(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
}

/** Every tenth id contains a given number of two digits, so shorter texts do not search ids. */
const SHORTEST_OF_ID = 4;

/**
 * The ids whose name, folder or submission id contains all words of `query`, ignoring case and accents. A query without
 * words returns `ids` itself.
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
    const { name, folder, state } = submission;
    // No match spans a line end.
    const text = foldedText(`${name}\n${folder ?? ''}`);
    const submissionId = 'submissionId' in state ? state.submissionId.toLowerCase() : '';
    return words.every((word) => text.includes(word) || (word.length >= SHORTEST_OF_ID && submissionId.includes(word)));
  });
}
