import type { RecordGroup, RecordPage, RecordQuery, RecordRow } from '../../../shared/bridge/records.ts';

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
export function keyOf(asked: RecordsAsked): string {
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

export const firstRange: Range = { offset: 0, count: PAGE_LINES };

/** What to ask for when the lines `first` to `last` of `count` are in sight: whole pages with them and some around them. */
export function rangeAround(first: number, last: number, count: number): Range {
  const from = Math.floor(Math.max(0, first - AHEAD) / PAGE_LINES);
  const to = Math.max(from, Math.floor(Math.min(last + AHEAD, count - 1) / PAGE_LINES));
  return { offset: from * PAGE_LINES, count: Math.min((to - from + 1) * PAGE_LINES, MOST_LINES) };
}
