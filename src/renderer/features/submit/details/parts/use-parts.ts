import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Submission } from '../../../../../shared/bridge/submissions.ts';
import type { Part } from '../../../../../shared/submissions/parts.ts';
import { callQuery, queryClient } from '../../../../data/queries.ts';

/** Rows that are asked for at once. */
const PAGE = 100;
/** Many parts change in a second while they are sent. */
const AGAIN_MS = 400;

export type WhichParts = 'all' | 'troubled';

type Seen = {
  readonly which: WhichParts /** Indexes from 0, of those in sight. */;
  readonly first: number;
  readonly last: number;
};

export type ShownParts = {
  /** How many have been made, and how many of these failed or are in doubt; null before the first answer. */
  readonly made: number | null;
  readonly troubled: number;
  /** Null while it is asked for. */
  readonly partAt: (index: number) => Part | null;
  readonly error: string | null;
};

/** The parts of a row, page by page as they come into sight; asked for again while they change. */
export function useParts(submission: Submission, { which, first, last }: Seen): ShownParts {
  const { id, accountId } = submission;
  const page = (index: number) =>
    callQuery('submissions.parts', accountId, { id, which, offset: index * PAGE, limit: PAGE });
  const from = Math.floor(first / PAGE);
  const pages = Array.from({ length: Math.floor(last / PAGE) - from + 1 }, (_, index) => from + index);
  const begin = useQuery({ ...callQuery('submissions.parts', accountId, { id, which: 'all', offset: 0, limit: 1 }) });
  const answers = useQueries({ queries: pages.map(page) });
  useAskedAgain(submission);
  return {
    made: begin.data?.made ?? null,
    troubled: begin.data?.troubled ?? 0,
    partAt: (index) => answers[Math.floor(index / PAGE) - from]?.data?.parts[index % PAGE] ?? null,
    error: begin.error?.message ?? null,
  };
}

/** What is shown stays until the new answers are here. */
function useAskedAgain(submission: Submission): void {
  const { accountId } = submission;
  const asked = useRef(submission);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    if (asked.current === submission) return;
    asked.current = submission;
    timer.current ??= setTimeout(() => {
      timer.current = null;
      void queryClient.invalidateQueries({ queryKey: ['submissions.parts', accountId] });
    }, AGAIN_MS);
  }, [submission, accountId]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
}
