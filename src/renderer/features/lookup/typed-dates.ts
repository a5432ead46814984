import type { Chrono, ParsedComponents } from 'chrono-node';
import * as de from 'chrono-node/de';
import * as en from 'chrono-node/en';
import * as es from 'chrono-node/es';
import * as fr from 'chrono-node/fr';
import type { LookupDays } from '../../../shared/lookup-keys.ts';

/** Shorter texts (`May`, `sun`) are likely part of a name. */
const SHORTEST = 4;
const LONGEST = 80;
const week = /\b(?:week|woche|semaine|semana)\b/i;

/**
 * Reads a day, a week, a month, a year or a range: `3.5.2026`, `3 May`, `yesterday`, `1 May to 5 May`. Reads English
 * and the language of `locale` if it is German, French or Spanish. A day without a year is the last one that has
 * passed. `now` is in epoch milliseconds.
 */
export function parseTypedDate(typed: string, locale: string | undefined, now: number): LookupDays | null {
  const text = typed.trim().replace(/\s+/g, ' ');
  if (text.length < SHORTEST || text.length > LONGEST) return null;
  for (const language of languagesOf(locale, text)) {
    const found = language.parse(text, new Date(now)).find((one) => one.text.length === text.length);
    if (found === undefined) continue;
    const [first, last] = [spanOf(found.start, text, now), spanOf(found.end ?? found.start, text, now)];
    if (first.from <= last.from) return { from: first.from.toISOString(), until: last.until.toISOString() };
  }
  return null;
}

function languagesOf(locale = 'en-GB', text: string): readonly Chrono[] {
  // Months come first only in the United States, and never with dots.
  const english = locale.startsWith('en-US') && !/\d\.\d/.test(text) ? en.casual : en.GB;
  const own = { de: de.casual, es: es.casual, fr: fr.casual }[locale.slice(0, 2)];
  return own === undefined ? [english] : [own, english];
}

function spanOf(at: ParsedComponents, text: string, now: number): { readonly from: Date; readonly until: Date } {
  const has = (part: 'day' | 'weekday' | 'month' | 'year'): boolean => at.isCertain(part);
  const date = at.date();
  const [month, day] = [date.getMonth(), date.getDate()];
  const isFuture = new Date(date.getFullYear(), month, day).getTime() > now;
  const year = date.getFullYear() - (isFuture && has('month') && !has('year') ? 1 : 0);
  // A relative week has no number: `last week` is a week, but `2 weeks ago` is a day.
  const isWeek = week.test(text) && !/\d/.test(text) && !has('weekday');
  if (!isWeek && (has('day') || has('weekday'))) {
    const back = isFuture && has('weekday') && !has('day') ? 7 : 0;
    return { from: new Date(year, month, day - back), until: new Date(year, month, day - back + 1) };
  }
  if (!isWeek && has('month')) return { from: new Date(year, month, 1), until: new Date(year, month + 1, 1) };
  if (!isWeek && has('year')) return { from: new Date(year, 0, 1), until: new Date(year + 1, 0, 1) };
  // Weeks begin on Monday, as on the spending screen. Chrono reads `this week` as its Sunday.
  const inWeek = /\b(?:this|diese|cette|esta)\b/i.test(text) ? new Date(now) : date;
  const monday = inWeek.getDate() - ((inWeek.getDay() + 6) % 7);
  const [weekYear, weekMonth] = [inWeek.getFullYear(), inWeek.getMonth()];
  return { from: new Date(weekYear, weekMonth, monday), until: new Date(weekYear, weekMonth, monday + 7) };
}
