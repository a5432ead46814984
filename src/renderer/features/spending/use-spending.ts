import { keepPreviousData, queryOptions, replaceEqualDeep, useQuery } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { RecordGroup, RecordPage, RecordQuery, RecordRow } from '../../../shared/bridge/records.ts';
import { ask } from '../../data/calls.ts';

/** Requests are for whole pages of this many lines, so that scrolling by one line usually requests nothing. */
export const PAGE_LINES = 50;
const AHEAD = PAGE_LINES / 2;
/** The most that `records.query` accepts. */
const MOST_LINES = 500;

export type RecordsAsked = Omit<RecordQuery, 'offset' | 'count'>;

export type Range = { readonly offset: number; readonly count: number };

export type Answer = { readonly asked: RecordsAsked; readonly range: Range; readonly page: RecordPage };

type Line = { readonly kind: 'row'; readonly row: RecordRow } | { readonly kind: 'group'; readonly group: RecordGroup };

/** The lines of an answer. `at` returns null for a line that is being loaded. */
export type Lines = {
  readonly asked: RecordsAsked;
  /** Equal for equal queries. */
  readonly key: string;
  readonly count: number;
  readonly at: (index: number) => Line | null;
};

export function linesOf({ asked, range, page }: Answer): Lines {
  const isGrouped = asked.group !== 'none';
  return {
    asked,
    key: JSON.stringify(asked),
    count: isGrouped ? page.groupCount : page.matched,
    at: (index) => {
      const [row, group] = [page.rows[index - range.offset], page.groups[index - range.offset]];
      if (isGrouped) return group === undefined ? null : { kind: 'group', group };
      return row === undefined ? null : { kind: 'row', row };
    },
  };
}

/**
 * The range to request if the lines `first` to `last` of `count` are visible: whole pages with some lines around them.
 */
export function rangeAround(first: number, last: number, count: number): Range {
  const from = Math.floor(Math.max(0, first - AHEAD) / PAGE_LINES);
  const to = Math.max(from, Math.floor(Math.min(last + AHEAD, count - 1) / PAGE_LINES));
  return { offset: from * PAGE_LINES, count: Math.min((to - from + 1) * PAGE_LINES, MOST_LINES) };
}

/** Lines out of view are released after this many milliseconds, to save memory. */
const HELD_MS = 10_000;

/**
 * Typing and scrolling create queries faster than main answers them. A query that is outdated before its turn is
 * skipped.
 */
const oneAtATime = pLimit(1);

/** All visible lines are one query: two answers might differ, and repeat or miss a line. */
function recordsQuestion(asked: RecordsAsked, range: Range, accountId: string) {
  const input = { ...asked, ...range };
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
  const key = JSON.stringify(asked);
  const [wanted, setWanted] = useState({ key, range: rangeAround(0, 0, PAGE_LINES) });
  const range = wanted.key === key ? wanted.range : rangeAround(0, 0, PAGE_LINES);
  const { data, error, refetch } = useQuery(recordsQuestion(asked, range, accountId));
  // The first rendering of a table is split, as it would cause a noticeable stutter. Later changes are drawn at once.
  const isThere = useDeferredValue(data !== undefined);
  const answer = isThere && error === null ? data : undefined;
  const lines = useMemo(() => (answer === undefined ? null : linesOf(answer)), [answer]);
  const { key: shownKey = key, count = 0 } = lines ?? {};
  const want = useCallback(
    (first: number, last: number): void =>
      setWanted((before) => replaceEqualDeep(before, { key: shownKey, range: rangeAround(first, last, count) })),
    [shownKey, count],
  );
  return { head: answer?.page ?? null, lines, want, error, retry: () => void refetch() };
}
