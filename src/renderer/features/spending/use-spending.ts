import { keepPreviousData, queryOptions, replaceEqualDeep, useQuery } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { RecordPage } from '../../../shared/bridge/records.ts';
import { ask } from '../../data/calls.ts';
import {
  type Answer,
  firstRange,
  keyOf,
  type Lines,
  linesOf,
  PAGE_LINES,
  type Range,
  type RecordsAsked,
  rangeAround,
} from './spending-lines.ts';

/** Scrolling that went more than a page at once rests when it has stood still for so long. */
const RESTED_MS = 80;
/** What was scrolled away is let go: a hundred thousand rows need not be held. */
const HELD_MS = 10_000;

/** Who types asks faster than main answers: what nobody waits for any more when its turn comes is not asked. */
const oneAtATime = pLimit(1);

/** All lines in sight are one question: two answers might be about other records, with a line in both of them, or in none. */
function recordsQuestion(asked: RecordsAsked, range: Range, accountId: string) {
  const { filter, sort, group } = asked;
  const input = { filter, sort, group, ...range };
  return queryOptions({
    queryKey: ['records.query', accountId, input] as const,
    queryFn: ({ signal }): Promise<Answer> =>
      oneAtATime(async () => {
        signal.throwIfAborted();
        return { asked, range, page: await ask('records.query', input) };
      }),
    // What is shown stays until the answer to another question is here.
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: HELD_MS,
  });
}

/** The records that match: what they come to, and the lines in sight. `want` says which these are. */
export function useSpending(asked: RecordsAsked, accountId: string) {
  const { range, want } = useSight(keyOf(asked));
  const { data, error, refetch } = useQuery(recordsQuestion(asked, range, accountId));
  // A table that appears is drawn in slices: whole, it would be felt as a stutter. One that changes is drawn at once.
  const isThere = useDeferredValue(data !== undefined);
  const answer = isThere && error === null ? data : undefined;
  const head = useHead(answer?.page);
  const lines = useMemo(() => (answer === undefined ? null : linesOf(answer)), [answer]);
  return { head, lines, want, error, retry: () => void refetch() };
}

export type Head = Omit<RecordPage, 'rows' | 'groups'>;

/** All of an answer but its lines: the same object while nothing of it changes, so that scrolling draws the lines alone. */
function useHead(page: RecordPage | undefined): Head | null {
  const shown = useRef<Head | null>(null);
  if (page === undefined) {
    shown.current = null;
  } else {
    const { rows, groups, ...head } = page;
    shown.current = replaceEqualDeep(shown.current, head);
  }
  return shown.current;
}

/** Which lines to ask for, of what is scrolled into sight. */
function useSight(key: string) {
  const [wanted, setWanted] = useState({ key, range: firstRange });
  const sight = useRef({ key, first: 0 });
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);

  const want = useCallback((lines: Lines, first: number, last: number): void => {
    const askFor = (): void => {
      const range = rangeAround(first, last, lines.count);
      setWanted((before) => replaceEqualDeep(before, { key: lines.key, range }));
    };
    const before = sight.current.key === lines.key ? sight.current.first : 0;
    sight.current = { key: lines.key, first };
    clearTimeout(resting.current);
    // Flung past, they would be gone before they are here.
    if (Math.abs(first - before) > PAGE_LINES) resting.current = setTimeout(askFor, RESTED_MS);
    else askFor();
  }, []);

  return { range: wanted.key === key ? wanted.range : firstRange, want };
}
