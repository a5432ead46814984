import type { RecordGroup, RecordPage, RecordQuery, RecordRow } from '../../../shared/bridge/records.ts';

/** Rows, or groups, that come in one answer. */
export const PAGE_LINES = 50;
/** Lines beyond those in sight that are asked for before they are. */
const AHEAD = PAGE_LINES / 2;

/** What is asked of the records, but for the place in them. */
export type RecordsAsked = Omit<RecordQuery, 'offset' | 'count'>;

/** One page of the answer to it. */
export type AnswerPage = { readonly asked: RecordsAsked; readonly page: RecordPage };

type Line = { readonly kind: 'row'; readonly row: RecordRow } | { readonly kind: 'group'; readonly group: RecordGroup };

/** The lines of one answer that are here. Null for one that is still on its way. */
export type Lines = {
  readonly asked: RecordsAsked;
  readonly count: number;
  readonly at: (index: number) => Line | null;
};

/** `pages`: those that are here, by their number; what belongs to other records than the first page does not count. */
export function linesOf({ asked, page: first }: AnswerPage, pages: ReadonlyMap<number, RecordPage>): Lines {
  const grouped = asked.group !== 'none';
  return {
    asked,
    count: grouped ? first.groupCount : first.matched,
    at: (index) => {
      const page = pages.get(Math.floor(index / PAGE_LINES));
      if (page === undefined || !isSameRecords(page, first)) return null;
      const [row, group] = [page.rows[index % PAGE_LINES], page.groups[index % PAGE_LINES]];
      if (grouped) return group === undefined ? null : { kind: 'group', group };
      return row === undefined ? null : { kind: 'row', row };
    },
  };
}

/** Pages of two revisions do not belong together: a row might be in both of them, or in none. */
export function isSameRecords(page: RecordPage, other: RecordPage): boolean {
  return page.revision === other.revision && page.accountId === other.accountId;
}

/** The pages of an answer of `count` lines that show the lines `first` to `last` and some around them. */
export function pagesAround(first: number, last: number, count: number): readonly number[] {
  const from = Math.floor(Math.max(0, first - AHEAD) / PAGE_LINES);
  const to = Math.max(from, Math.floor(Math.min(last + AHEAD, count - 1) / PAGE_LINES));
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}
