import { localDay } from '../../../../shared/time.ts';
import { readLookupText } from '../../lookup/index.ts';

/** First and last day. */
export type TypedDays = { readonly fromDay: string; readonly toDay: string };

/** What was typed into the search, as the days that it would be taken for where submissions are looked up. Null for no date. */
export function typedDays(text: string, locale: string | undefined, now: number): TypedDays | null {
  const read = readLookupText(text, locale, now);
  if (read.kind !== 'one' || read.keys.days === null) return null;
  const { from, until } = read.keys.days;
  return { fromDay: localDay(Date.parse(from)), toDay: localDay(Date.parse(until) - 1) };
}
