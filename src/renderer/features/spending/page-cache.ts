import type { RecordGroup, RecordPage, RecordRow } from '../../../shared/bridge/records.ts';

/** Rows that come in one answer. */
export const PAGE_ROWS = 50;
/** Pages that are held: what was scrolled away far enough is asked for again. */
const HELD = 30;

export type Line =
  | { readonly kind: 'row'; readonly row: RecordRow }
  | { readonly kind: 'group'; readonly group: RecordGroup };

/** Lines of one question that are here, by page. Immutable. */
export type Pages = {
  readonly head: RecordPage;
  readonly lines: number;
  readonly byNumber: ReadonlyMap<number, readonly Line[]>;
};

export function firstPages(page: RecordPage, number: number, grouped: boolean): Pages {
  return {
    head: page,
    lines: grouped ? page.groupCount : page.matched,
    byNumber: new Map([[number, linesOf(page)]]),
  };
}

/** With one page more. Null when it belongs to other records than those that are here. */
export function withPage(pages: Pages, page: RecordPage, number: number): Pages | null {
  if (page.revision !== pages.head.revision || page.accountId !== pages.head.accountId) return null;
  const byNumber = new Map(pages.byNumber);
  byNumber.set(number, linesOf(page));
  for (const held of byNumber.keys()) {
    if (byNumber.size <= HELD) break;
    if (Math.abs(held - number) > 2) byNumber.delete(held);
  }
  return { ...pages, byNumber };
}

export function lineAt(pages: Pages, index: number): Line | null {
  return pages.byNumber.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS] ?? null;
}

/** The pages that lines `first` to `last` need and that are not here. */
export function missingPages(pages: Pages, first: number, last: number): readonly number[] {
  const from = Math.floor(Math.max(0, first) / PAGE_ROWS);
  const to = Math.floor(Math.min(last, pages.lines - 1) / PAGE_ROWS);
  const missing: number[] = [];
  for (let number = from; number <= to; number += 1) if (!pages.byNumber.has(number)) missing.push(number);
  return missing;
}

function linesOf(page: RecordPage): readonly Line[] {
  if (page.groups.length > 0) return page.groups.map((group) => ({ kind: 'group', group }));
  return page.rows.map((row) => ({ kind: 'row', row }));
}
