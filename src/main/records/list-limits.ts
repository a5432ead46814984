/** How many entries of get_all_expenditure are asked for, at first and at most. */
const FIRST_LIMIT = 1_000;
const LARGEST_LIMIT = 400_000;
/** Each larger list has all of the smaller one in it again: few steps, so that little comes twice. */
const STEP = 20;

/** The limit for a list in which so many entries are expected; `known`: one that was enough before, or null. */
export function firstLimit(known: number | null, expected: number): number {
  return Math.min(LARGEST_LIMIT, Math.max(known ?? FIRST_LIMIT, expected * 2));
}

/** The limit to ask with after a list came that was full; null when there is no larger one. */
export function raisedLimit(limit: number): number | null {
  return limit >= LARGEST_LIMIT ? null : Math.min(LARGEST_LIMIT, limit * STEP);
}
