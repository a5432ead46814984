import { keepPreviousData, queryOptions, replaceEqualDeep, useQuery } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { RecordGroup, RecordPage, RecordQuery, RecordRow } from '../../../shared/bridge/records.ts';
import { ask } from '../../data/calls.ts';

/** The number of lines for each request, so that scrolling by one line requests nothing. */
export const PAGE_LINES = 50;
/** The number of lines that are requested ahead of the visible ones. */
const AHEAD = PAGE_LINES / 2;
/** The maximum number of lines for each call. */
const MOST_LINES = 500;

export type RecordsAsked = Omit<RecordQuery, 'offset' | 'count'>;

export type Range = { readonly offset: number; readonly count: number };

export type Answer = { readonly asked: RecordsAsked; readonly range: Range; readonly page: RecordPage };

/** Equal for equal queries. */
function keyOf(asked: RecordsAsked): string {
  return JSON.stringify([asked.filter, asked.sort, asked.group]);
}

type Line = { readonly kind: 'row'; readonly row: RecordRow } | { readonly kind: 'group'; readonly group: RecordGroup };

/** The lines of an answer. `at` returns null for a line that is being loaded. */
export type Lines = {
  readonly asked: RecordsAsked;
  readonly key: string;
  readonly count: number;
  /** The loaded lines. */
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

/**
 * The range to request if the lines `first` to `last` of `count` are visible: whole pages with some lines around them.
 */
export function rangeAround(first: number, last: number, count: number): Range {
  const from = Math.floor(Math.max(0, first - AHEAD) / PAGE_LINES);
  const to = Math.max(from, Math.floor(Math.min(last + AHEAD, count - 1) / PAGE_LINES));
  return { offset: from * PAGE_LINES, count: Math.min((to - from + 1) * PAGE_LINES, MOST_LINES) };
}

/** The time in milliseconds after which a fast scroll counts as finished. */
const RESTED_MS = 80;
/** Lines out of view are released after this many milliseconds, to save memory. */
const HELD_MS = 10_000;

/** Typing creates queries faster than main answers them. A query that is outdated before its turn is skipped. */
const oneAtATime = pLimit(1);

/** All visible lines are one query: two answers might differ, and repeat or miss a line. */
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
    // The last answer stays visible until the next one arrives.
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: HELD_MS,
  });
}

/** The matching records: their sums, and the visible lines. `want` sets the visible range. */
export function useSpending(asked: RecordsAsked, accountId: string) {
  const { range, want } = useSight(keyOf(asked));
  const { data, error, refetch } = useQuery(recordsQuestion(asked, range, accountId));
  // The first rendering of a table is split, as it would cause a noticeable stutter. Later changes are drawn at once.
  const isThere = useDeferredValue(data !== undefined);
  const answer = isThere && error === null ? data : undefined;
  const head = useHead(answer?.page);
  const lines = useMemo(() => (answer === undefined ? null : linesOf(answer)), [answer]);
  return { head, lines, want, error, retry: () => void refetch() };
}

export type Head = Omit<RecordPage, 'rows' | 'groups'>;

/**
 * An answer without its lines. The object keeps its identity while it is unchanged, so that scrolling draws only the
 * lines.
 */
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

/** The range to request for the scroll position. */
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
    // During a fast scroll, lines would leave the view before they arrive.
    if (Math.abs(first - before) > PAGE_LINES) resting.current = setTimeout(askFor, RESTED_MS);
    else askFor();
  }, []);

  return { range: wanted.key === key ? wanted.range : firstRange, want };
}
