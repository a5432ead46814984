import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../shared/bridge/failure.ts';
import type { RecordPage, RecordQuery } from '../../../shared/bridge/records.ts';
import { windowApi } from '../../data/window-api.ts';
import { firstPages, missingPages, PAGE_ROWS, type Pages, withPage } from './page-cache.ts';
import { useRecordsChanged } from './use-records-changed.ts';

/** Scrolling that went more than a page at once rests when it has stood still for so long. */
const RESTED_MS = 80;
/** Rows beyond those in sight that are asked for before they are. */
const AHEAD = PAGE_ROWS / 2;

export type Loaded =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'ready';
      readonly question: string;
      /** The words that these pages were searched for. */
      readonly text: string;
      readonly pages: Pages;
    }
  | { readonly kind: 'broken'; readonly reason: Failure };

export type SpendingPages = {
  readonly loaded: Loaded;
  /** Says which lines are in sight, so that they are asked for. */
  readonly want: (first: number, last: number) => void;
  readonly reload: () => void;
};

/**
 * The lines of a question that are in sight, asked of main page by page. What is shown stays until the answer to a new
 * question is here; while an answer is on its way only the latest question waits, so that typing never queues up.
 */
export function useSpendingPages(query: Omit<RecordQuery, 'offset' | 'count'>, accountId: string): SpendingPages {
  const question = JSON.stringify([accountId, query]);
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' });
  const changes = useRecordsChanged(accountId);
  const [reloads, setReloads] = useState(0);
  const sight = useRef({ question, first: 0, last: PAGE_ROWS - 1 });
  const latest = useRef<{ readonly question: string; readonly query: typeof query }>({ question, query });
  latest.current = { question, query };
  const shown = useRef<Loaded>(loaded);
  shown.current = loaded;
  const asking = useRef(false);
  const again = useRef(false);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);

  /** Asks the current question anew, at the place that is in sight. */
  const ask = useCallback(async (): Promise<void> => {
    if (asking.current) {
      again.current = true;
      return;
    }
    asking.current = true;
    do {
      again.current = false;
      const { question: asked, query: about } = latest.current;
      if (sight.current.question !== asked) {
        clearTimeout(resting.current);
        sight.current = { question: asked, first: 0, last: PAGE_ROWS - 1 };
      }
      const number = Math.floor(sight.current.first / PAGE_ROWS);
      const answer = await windowApi().call('records.query', {
        ...plain(about),
        offset: number * PAGE_ROWS,
        count: PAGE_ROWS,
      });
      if (asked !== latest.current.question) again.current = true;
      else if (!answer.ok) setLoaded({ kind: 'broken', reason: answer.error });
      else {
        const before = shown.current.kind === 'ready' ? shown.current.pages.head : null;
        const pages = firstPages(withTokensOf(before, answer.value), number, about.group !== 'none');
        const next: Loaded = { kind: 'ready', question: asked, text: about.filter.text, pages };
        // A table that appears is drawn in slices: whole, it would be felt as a stutter. One that changes is drawn at once.
        if (shown.current.kind === 'ready') setLoaded(next);
        else startTransition(() => setLoaded(next));
      }
    } while (again.current);
    asking.current = false;
  }, []);

  // Each of these, when it changes, is a reason to ask.
  const reason = JSON.stringify([question, changes, reloads]);
  useEffect(() => {
    if (reason !== '') void ask();
  }, [ask, reason]);

  const fetching = useRef(false);
  const want = useCallback(
    (first: number, last: number): void => {
      const far = Math.abs(first - sight.current.first) > PAGE_ROWS;
      sight.current = { question: latest.current.question, first, last };
      clearTimeout(resting.current);
      // Flung past, they would be gone before they are here.
      if (far) {
        resting.current = setTimeout(() => want(first, last), RESTED_MS);
        return;
      }
      if (fetching.current) return;
      fetching.current = true;
      void (async () => {
        for (;;) {
          const now = shown.current;
          if (now.kind !== 'ready' || now.question !== latest.current.question) break;
          const [number] = missingPages(now.pages, sight.current.first - AHEAD, sight.current.last + AHEAD);
          if (number === undefined) break;
          const { question: asked, query: about } = latest.current;
          const answer = await windowApi().call('records.query', {
            ...plain(about),
            offset: number * PAGE_ROWS,
            count: PAGE_ROWS,
          });
          if (asked !== latest.current.question || shown.current.kind !== 'ready' || !answer.ok) break;
          const pages = withPage(shown.current.pages, answer.value, number);
          if (pages === null) {
            void ask();
            break;
          }
          const next: Loaded = { ...shown.current, pages };
          shown.current = next;
          startTransition(() => setLoaded(next));
        }
        fetching.current = false;
      })();
    },
    [ask],
  );

  const reload = useCallback(() => setReloads((count) => count + 1), []);
  return { loaded, want, reload };
}

/** Input of a call is mutable in its type. */
function plain({ filter, sort, group }: Omit<RecordQuery, 'offset' | 'count'>) {
  return { filter: { ...filter, tokens: [...filter.tokens], phases: [...filter.phases] }, sort: { ...sort }, group };
}

/** The same tokens stay the same object, so that what shows them alone is not drawn again. */
function withTokensOf(before: RecordPage | null, page: RecordPage): RecordPage {
  if (before === null || JSON.stringify(before.tokens) !== JSON.stringify(page.tokens)) return page;
  return { ...page, tokens: before.tokens };
}
