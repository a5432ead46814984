/** The ways to read a typed or pasted text. A text may have several (`beef` is hex digits and a name). */
export type LookupKeys = {
  /** A whole submission id, lower case. */
  readonly id: string | null;
  /** Hex digits of an id or a hash, whole or a part, lower case, without `0x` and hyphens; 4 to 64 of them. */
  readonly hex: string | null;
  readonly days: LookupDays | null;
  /** A file name or a part of it, as typed. */
  readonly name: string | null;
};

/** UTC instants: from the first, before the second. */
export type LookupDays = { readonly from: string; readonly until: string };

/** A text that cannot be read in any way. */
export const noKeys: LookupKeys = {
  id: null,
  hex: null,
  days: null,
  name: null,
};

/** UTF-16 units of a text that is remembered. A longer text is a list and is not stored. */
export const LONGEST_REMEMBERED = 1_000;

/** Lines of a list that are looked up. */
export const MOST_LINES = 10_000;
