import { dateFormat, formatInstant } from '../../shared/time.ts';

/** Whose clock and language: left out, the person's own. */
export type Place = { readonly locale?: string; readonly timeZone?: string };

/** A UTC instant in the person's own language and zone. */
export function formatMoment(instant: string): string {
  return formatInstant(instant, undefined, undefined);
}

const minuteFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const numberedFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' });

/** A UTC instant to the minute, for a row of a table. `brief`: with as few signs as can be. */
export function formatMinute(instant: string, brief = false): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? instant : (brief ? numberedFormat : minuteFormat).format(at);
}

/** The day of an instant in a sentence: `today at 14:05`, `on 3 May`, `on 3 May 2024`. `now` is epoch milliseconds. */
export function formatDay(instant: string, now: number, place: Place = {}): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return `at ${instant}`;
  const today = new Date(now);
  if (sameDay(at, today, place)) return `today at ${formatClock(at, place)}`;
  return `on ${calendarDay(at, today, place)}`;
}

/** When something is to end, for a sentence: `14:05`, or `14:05 on 3 May` when that is another day. */
export function formatEnd(end: number, now: number, place: Place = {}): string {
  const at = new Date(end);
  const today = new Date(now);
  const clock = formatClock(at, place);
  return sameDay(at, today, place) ? clock : `${clock} on ${calendarDay(at, today, place)}`;
}

function formatClock(at: Date, place: Place): string {
  return write(at, { timeStyle: 'short' }, place);
}

function calendarDay(at: Date, today: Date, place: Place): string {
  const year = (date: Date): string => write(date, { year: 'numeric' }, place);
  const long = { day: 'numeric', month: 'long' } as const;
  return write(at, year(at) === year(today) ? long : { ...long, year: 'numeric' }, place);
}

function sameDay(a: Date, b: Date, place: Place): boolean {
  const day = (date: Date): string => write(date, { dateStyle: 'short' }, place);
  return day(a) === day(b);
}

function write(at: Date, style: Intl.DateTimeFormatOptions, { locale, timeZone }: Place): string {
  return dateFormat(locale, timeZone === undefined ? style : { ...style, timeZone }).format(at);
}
