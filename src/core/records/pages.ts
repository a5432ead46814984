/** The progress of a list that is read page by page. */
export type PagesRead = {
  readonly pages: number;
  /** The position of the next page. */
  readonly offset: number;
  /** The number of all entries, as the last page stated it; null before the first page. */
  readonly total: number | null;
  /** False if entries were added, removed, moved or left out meanwhile, or if the reading began in the middle. */
  readonly isSteady: boolean;
  /** `empty`: the last page has no entries, so the list is at its end. `stopped`: there is no reason to go on. */
  readonly end: 'open' | 'empty' | 'stopped';
};

/** `limit`: the number of entries that were asked for. `fresh`: those that no earlier page has. */
export type Page = {
  readonly limit: number;
  readonly listed: number;
  readonly fresh: number;
  readonly total: number;
};

/** The reading of a longer list stops, because it may never end. */
export const MOST_PAGES = 400;
const MOST_ENTRIES = 400_000;

export function pagesFrom(offset: number): PagesRead {
  return { pages: 0, offset, total: null, isSteady: offset === 0, end: 'open' };
}

/**
 * Adds a page. `proves`: the list is evidence, so it is read until a page is empty. That page must state the same
 * total, which shows that the total is not the number of entries on a page.
 */
export function afterPage(before: PagesRead, { limit, listed, fresh, total }: Page, proves: boolean): PagesRead {
  const pages = before.pages + 1;
  const offset = before.offset + listed;
  const isShort = listed < limit;
  const isAsBefore = before.total === null || before.total === total;
  const isSteady = before.isSteady && isAsBefore && fresh === listed && (!isShort || offset === total);
  // A page without new entries would come again and again.
  const isTooMuch = fresh === 0 || pages === MOST_PAGES || offset >= MOST_ENTRIES;
  const isEnough = !proves && isShort && offset >= total;
  return { pages, offset, total, isSteady, end: listed === 0 ? 'empty' : isTooMuch || isEnough ? 'stopped' : 'open' };
}

/** True if the list certainly has all entries: it ended with an empty page, and the total never changed. */
export function isCounted({ end, isSteady, offset, total }: PagesRead): boolean {
  return end === 'empty' && isSteady && offset === total;
}
