import type { IndexedRecord } from './indexed-record.ts';

/** Zones differ from UTC by whole quarters of an hour, so all instants of a quarter lie on one day. */
const QUARTER_MS = 15 * 60_000;

/** Days beyond these do not fit into `YYYY-MM-DD`, or the period after them does not: no submission was made on them. */
const EARLIEST = Date.parse('0001-02-01T00:00:00Z');
const LATEST = Date.parse('9999-01-01T00:00:00Z');

export type Days = {
  /** The calendar day of an entry, `YYYY-MM-DD`; null where it has no time, or one outside of the calendar. */
  readonly of: (entry: Pick<IndexedRecord, 'time'>) => string | null;
};

/** Distinct quarters of an hour that are noted at once. */
const MOST_QUARTERS = 100_000;

/** The zone asked for last: a window looks into one. A page may name hundreds, in any letter case: not all are kept. */
let latest: { readonly timeZone: string; readonly days: Days } | null = null;

/** Calendar days in a zone. Asking the calendar for each record would take longer than everything else. */
export function daysIn(timeZone: string): Days {
  if (latest?.timeZone === timeZone) return latest.days;
  const quarters = new Map<number, string>();
  const calendar = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const days: Days = {
    of: ({ time }) => {
      if (!(time >= EARLIEST && time < LATEST)) return null;
      const quarter = Math.floor(time / QUARTER_MS);
      const noted = quarters.get(quarter);
      if (noted !== undefined) return noted;
      const parts = new Map(calendar.formatToParts(time).map(({ type, value }) => [type, value]));
      const day = `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
      if (quarters.size >= MOST_QUARTERS) quarters.clear();
      quarters.set(quarter, day);
      return day;
    },
  };
  latest = { timeZone, days };
  return days;
}

export type Period = 'day' | 'week' | 'month';

/** The first day of the period that a day lies in; weeks begin on Monday. */
export function periodOf(day: string, unit: Period): string {
  if (unit === 'day') return day;
  if (unit === 'month') return `${day.slice(0, 8)}01`;
  const date = dateOf(day);
  return shifted(date, -((date.getUTCDay() + 6) % 7));
}

/** The first day of the period after the one that begins on `first`. */
export function nextPeriod(first: string, unit: Period): string {
  const date = dateOf(first);
  if (unit === 'month') return dayText(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)));
  return shifted(date, unit === 'week' ? 7 : 1);
}

export function lastDayOf(first: string, unit: Period): string {
  return shifted(dateOf(nextPeriod(first, unit)), -1);
}

/** Whole days from one to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((dateOf(to).getTime() - dateOf(from).getTime()) / 86_400_000);
}

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayText = (date: Date): string => date.toISOString().slice(0, 10);
const shifted = (date: Date, days: number): string => dayText(new Date(date.getTime() + days * 86_400_000));
