import { keepPreviousData, queryOptions, replaceEqualDeep, useQuery } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { RecordGroup, RecordPage, RecordQuery, RecordRow } from '../../../shared/bridge/records.ts';
import { ask } from '../../data/calls.ts';

/** Lines are asked for by so many: a scroll by one line asks for nothing. */
export const PAGE_LINES = 50;
/** Lines beyond those in sight that are asked for before they are. */
const AHEAD = PAGE_LINES / 2;
/** As many as one call answers. */
const MOST_LINES = 500;

export type RecordsAsked = Omit<RecordQuery, 'offset' | 'count'>;

export type Range = { readonly offset: number; readonly count: number };

export type Answer = { readonly asked: RecordsAsked; readonly range: Range; readonly page: RecordPage };

/** The same for the same question. */
function keyOf(asked: RecordsAsked): string {
  return JSON.stringify([asked.filter, asked.sort, asked.group]);
}

type Line = { readonly kind: 'row'; readonly row: RecordRow } | { readonly kind: 'group'; readonly group: RecordGroup };

/** The lines of an answer. `at` is null for one that is still on its way. */
export type Lines = {
  readonly asked: RecordsAsked;
  readonly key: string;
  readonly count: number;
  /** Those that are here. */
  readonly rows: readonly RecordRow[];
  readonly groups: readonly RecordGroup[];
  readonly at: (index: number) => Line | null;
};

export function linesOf({ asked, range, page }: Answer): Lines {
  const key = keyOf(asked);
  if (asked.group === 'none') {
    return {
      asked,
      key,
      count: page.matched,
      rows: page.rows,
      groups: [],
      at: (index) => {
        const row = page.rows[index - range.offset];
        return row === undefined ? null : { kind: 'row', row };
      },
    };
  }
  return {
    asked,
    key,
    count: page.groupCount,
    rows: [],
    groups: page.groups,
    at: (index) => {
      const group = page.groups[index - range.offset];
      return group === undefined ? null : { kind: 'group', group };
    },
  };
}

const firstRange: Range = { offset: 0, count: PAGE_LINES };

/** What to ask for when the lines `first` to `last` of `count` are in sight: whole pages with them and some around them. */
export function rangeAround(first: number, last: number, count: number): Range {
  const from = Math.floor(Math.max(0, first - AHEAD) / PAGE_LINES);
  const to = Math.max(from, Math.floor(Math.min(last + AHEAD, count - 1) / PAGE_LINES));
  return { offset: from * PAGE_LINES, count: Math.min((to - from + 1) * PAGE_LINES, MOST_LINES) };
}

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
