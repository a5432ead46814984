import { keepPreviousData, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { RecordFilter, RecordPage } from '../../../shared/bridge/records.ts';
import { ask } from '../../data/calls.ts';
import {
  type AnswerPage,
  isSameRecords,
  linesOf,
  PAGE_LINES,
  pagesAround,
  type RecordsAsked,
} from './spending-lines.ts';

/** Scrolling that went more than a page at once rests when it has stood still for so long. */
const RESTED_MS = 80;
/** Pages that were scrolled away are let go: a hundred thousand rows need not be held. */
const HELD_MS = 10_000;

/** Who types asks faster than main answers: what nobody waits for any more when its turn comes is not asked. */
const oneAtATime = pLimit(1);

function pageQuestion(asked: RecordsAsked, accountId: string, number: number) {
  const input = { ...callInput(asked), offset: number * PAGE_LINES, count: PAGE_LINES };
  return queryOptions({
    queryKey: ['records.query', accountId, input] as const,
    queryFn: ({ signal }): Promise<AnswerPage> =>
      oneAtATime(async () => {
        signal.throwIfAborted();
        return { asked, page: await ask('records.query', input) };
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: HELD_MS,
  });
}

/** Input of a call is mutable in its type. */
export function callFilter(filter: RecordFilter) {
  return { ...filter, tokens: [...filter.tokens], phases: [...filter.phases] };
}

function callInput({ filter, sort, group }: RecordsAsked) {
  return { filter: callFilter(filter), sort: { ...sort }, group };
}

/** The first page of an answer, with all that it comes to. What is shown stays until the answer to a new question is here. */
export function useSpending(asked: RecordsAsked, accountId: string) {
  const { data, error, refetch } = useQuery({
    ...pageQuestion(asked, accountId, 0),
    placeholderData: keepPreviousData,
  });
  // A table that appears is drawn in slices: whole, it would be felt as a stutter. One that changes is drawn at once.
  const isThere = useDeferredValue(data !== undefined);
  return { answer: isThere && error === null ? data : undefined, error, retry: () => void refetch() };
}

type Wanted = { readonly asked: RecordsAsked; readonly numbers: readonly number[] };

const firstPage: readonly number[] = [0];
const dataOf = (results: readonly { readonly data: AnswerPage | undefined }[]) => results.map(({ data }) => data?.page);

/** The lines of an answer, asked of main page by page. `want` says which of them are in sight. */
export function useLines(answer: AnswerPage, accountId: string) {
  const client = useQueryClient();
  const { asked, page: first } = answer;
  const [wanted, setWanted] = useState<Wanted>({ asked, numbers: firstPage });
  const numbers = wanted.asked === asked ? wanted.numbers : firstPage;
  const pages = useQueries({
    queries: numbers.map((number) => pageQuestion(asked, accountId, number)),
    combine: dataOf,
  });

  const next = useMemo(() => {
    const here = numbers.flatMap((number, at): [number, RecordPage][] => {
      const page = pages[at];
      return page === undefined ? [] : [[number, page]];
    });
    return linesOf(answer, new Map(here));
  }, [answer, numbers, pages]);
  // Records that change come anew page by page: until all are of one revision, those before stay.
  const isWhole = pages.every((page) => page === undefined || isSameRecords(page, first));
  const shown = useRef(next);
  if (isWhole || shown.current.asked !== asked) shown.current = next;
  useEffect(() => {
    const queryKey = ['records.query', accountId];
    if (!isWhole && pages.length > 0 && client.isFetching({ queryKey }) === 0) {
      void client.invalidateQueries({ queryKey });
    }
  }, [client, accountId, isWhole, pages]);

  return { lines: shown.current, want: useSight(asked, shown.current.count, setWanted) };
}

/** Which pages are to be asked for, of what is scrolled into sight. */
function useSight(asked: RecordsAsked, count: number, onWanted: (next: (before: Wanted) => Wanted) => void) {
  const sight = useRef({ asked, first: 0 });
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);

  return useCallback(
    (first: number, last: number): void => {
      const show = (): void => {
        const numbers = pagesAround(first, last, count);
        onWanted((before) =>
          before.asked === asked && String(before.numbers) === String(numbers) ? before : { asked, numbers },
        );
      };
      const before = sight.current.asked === asked ? sight.current.first : 0;
      sight.current = { asked, first };
      clearTimeout(resting.current);
      // Flung past, they would be gone before they are here.
      if (Math.abs(first - before) > PAGE_LINES) resting.current = setTimeout(show, RESTED_MS);
      else show();
    },
    [asked, count, onWanted],
  );
}
