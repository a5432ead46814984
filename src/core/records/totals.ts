import { type Decimal, decimalText, unitsAt, zero } from '../../shared/amounts.ts';
import {
  type RecordFilter,
  type RecordGroup,
  type RecordGrouping,
  type RecordSeries,
  type RecordTotal,
  type SeriesUnit,
  seriesUnits,
  type TokenSpending,
} from '../../shared/bridge/records.ts';
import type { IndexedRecord } from './indexed-record.ts';
import type { TokenNames } from './tokens.ts';

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

type Period = 'day' | 'week' | 'month';

/** The first day of the period that a day lies in; weeks begin on Monday. */
function periodOf(day: string, unit: Period): string {
  if (unit === 'day') return day;
  if (unit === 'month') return `${day.slice(0, 8)}01`;
  const date = dateOf(day);
  return shifted(date, -((date.getUTCDay() + 6) % 7));
}

/** The first day of the period after the one that begins on `first`. */
function nextPeriod(first: string, unit: Period): string {
  const date = dateOf(first);
  if (unit === 'month') return dayText(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)));
  return shifted(date, unit === 'week' ? 7 : 1);
}

function lastDayOf(first: string, unit: Period): string {
  return shifted(dateOf(nextPeriod(first, unit)), -1);
}

/** Whole days from one to another. */
function daysBetween(from: string, to: string): number {
  return Math.round((dateOf(to).getTime() - dateOf(from).getTime()) / 86_400_000);
}

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayText = (date: Date): string => date.toISOString().slice(0, 10);
const shifted = (date: Date, days: number): string => dayText(new Date(date.getTime() + days * 86_400_000));

/** A chart with more columns than this is read by nobody. */
const MOST_DAYS = 62;
const MOST_WEEKS_IN_DAYS = 365 * 2;
/** So many columns are told apart in a small window; of months there may be more. */
const MOST_CHOSEN = 124;
/** A record that claims to be from the year 1 must not draw two thousand years of nothing. */
const MOST_PERIODS = 240;
/** Nor is a filter from the year 1. */
const MOST_EMPTY_DAYS = 365 * 5;

/** More bars on each other are told apart by nobody. */
const MOST_TOKENS = 20;

type Column = { readonly fees: DecimalSum; bytes: number; submissions: number };
type Columns = { readonly columns: readonly Column[]; bytesExact: boolean };

/** Fees and bytes over time, by token; exact. `today`: as of when, epoch milliseconds. */
export function seriesOf(
  entries: readonly IndexedRecord[],
  asked: Pick<RecordFilter, 'fromDay' | 'toDay' | 'timeZone'> & { readonly unit: SeriesUnit | null },
  tokens: TokenNames,
  today: number,
): RecordSeries {
  const days = daysIn(asked.timeZone);
  const range = rangeOf(entries, days, asked, today);
  const { drawn, tokenCount } = mostUsed(entries);
  if (range === null) return { unit: 'day', tooMany: null, tokenCount, periods: [], tokens: [] };
  const unit = unitFor(daysBetween(range.first, range.last), asked.unit);
  const periods = periodsOf(range, unit) ?? periodsWithRecords(entries, days, unit);
  const place = new Map(periods.map((period, at) => [period, at]));
  const byToken = new Map<string | null, Columns>();
  for (const entry of entries) {
    const day = days.of(entry);
    const at = day === null ? undefined : place.get(periodOf(day, unit));
    const token = entry.record.tokenDetailsId;
    if (at === undefined || !drawn.has(token)) continue;
    let found = byToken.get(token);
    if (found === undefined) {
      const columns = periods.map(() => ({ fees: new DecimalSum(), bytes: 0, submissions: 0 }));
      found = { columns, bytesExact: true };
      byToken.set(token, found);
    }
    const column = found.columns[at];
    if (column === undefined) continue;
    column.submissions += 1;
    column.bytes += entry.bytes ?? 0;
    if (!entry.bytesExact) found.bytesExact = false;
    if (entry.fees !== null) column.fees.add(entry.fees);
  }
  // As totals are: whatever is filtered by, a chart begins with the same token as long as most are of that.
  const inOrder = [...drawn].flatMap((token) => {
    const found = byToken.get(token);
    return found === undefined ? [] : [[token, found] as const];
  });
  return {
    unit,
    tooMany: asked.unit === null || asked.unit === unit ? null : asked.unit,
    tokenCount,
    periods,
    tokens: inOrder.map(([tokenDetailsId, { columns, bytesExact }]) => ({
      tokenDetailsId,
      token: tokens.nameOf(tokenDetailsId),
      decimals: tokens.decimalsOf(tokenDetailsId),
      fees: columns.map(({ fees }) => decimalText(fees.value)),
      bytes: columns.map(({ bytes }) => bytes),
      bytesExact,
      submissions: columns.map(({ submissions }) => submissions),
    })),
  };
}

type DayRange = { readonly first: string; readonly last: string };

/**
 * From the first record to the last, and to the ends of what is filtered by: that nothing was spent there is to be seen
 * as well. Days to come are no days without submissions, and years on end are not drawn for one record.
 */
function rangeOf(
  entries: readonly IndexedRecord[],
  days: Days,
  { fromDay, toDay }: Pick<RecordFilter, 'fromDay' | 'toDay'>,
  today: number,
): DayRange | null {
  let first: string | null = null;
  let last: string | null = null;
  for (const entry of entries) {
    const day = days.of(entry);
    if (day === null) continue;
    if (first === null || day < first) first = day;
    if (last === null || day > last) last = day;
  }
  if (first === null || last === null) return null;
  const latest = days.of({ time: today }) ?? last;
  const end = toDay === null || toDay <= latest ? toDay : latest;
  const wide = {
    first: fromDay !== null && fromDay < first ? fromDay : first,
    last: end !== null && end > last ? end : last,
  };
  return daysBetween(wide.first, wide.last) > MOST_EMPTY_DAYS ? { first, last } : wide;
}

/** The tokens with most submissions, that with most first, and how many tokens there are. */
function mostUsed(entries: readonly IndexedRecord[]): {
  readonly drawn: ReadonlySet<string | null>;
  readonly tokenCount: number;
} {
  const counts = new Map<string | null, number>();
  for (const { record } of entries) counts.set(record.tokenDetailsId, (counts.get(record.tokenDetailsId) ?? 0) + 1);
  const byUse = [...counts].sort(([, a], [, b]) => b - a);
  return { drawn: new Set(byUse.slice(0, MOST_TOKENS).map(([token]) => token)), tokenCount: counts.size };
}

/** What was asked for, or the next longer one of which there are not too many. `days`: from the first to the last. */
function unitFor(days: number, asked: SeriesUnit | null): SeriesUnit {
  if (asked !== null) {
    const drawable = { day: days < MOST_CHOSEN, week: days < 7 * MOST_CHOSEN, month: true };
    return seriesUnits.slice(seriesUnits.indexOf(asked)).find((unit) => drawable[unit]) ?? 'month';
  }
  if (days < MOST_DAYS) return 'day';
  return days < MOST_WEEKS_IN_DAYS ? 'week' : 'month';
}

/** Without gaps; null where that is too many. */
function periodsOf({ first, last }: DayRange, unit: SeriesUnit): string[] | null {
  const periods: string[] = [];
  for (let period = periodOf(first, unit); period <= periodOf(last, unit); period = nextPeriod(period, unit)) {
    periods.push(period);
    if (periods.length > MOST_PERIODS) return null;
  }
  return periods;
}

/** Only those in which something lies, the latest ones. */
function periodsWithRecords(entries: readonly IndexedRecord[], days: Days, unit: SeriesUnit): string[] {
  const filled = new Set(entries.flatMap((entry) => days.of(entry) ?? []).map((day) => periodOf(day, unit)));
  return [...filled].sort().slice(-MOST_PERIODS);
}

/** Records put together by period of time or by token. What has no key comes last. */
export function groupsOf(
  entries: readonly IndexedRecord[],
  grouping: Exclude<RecordGrouping, 'none'>,
  timeZone: string,
  tokens: TokenNames,
  descending: boolean,
): RecordGroup[] {
  const keyOf = keying(grouping, timeZone);
  const groups = Map.groupBy(entries, keyOf);
  const label = (key: string): string => (grouping === 'token' ? (tokens.nameOf(key)?.toLowerCase() ?? key) : key);
  const way = descending ? -1 : 1;
  return [...groups]
    .sort(([a], [b]) => {
      if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
      const [left, right] = [label(a), label(b)];
      return left === right ? 0 : left < right ? -way : way;
    })
    .map(([key, some]) => ({
      key,
      lastDay: key === null || grouping === 'token' ? null : lastDayOf(key, grouping),
      submissions: some.length,
      totals: new Totals(some).of(tokens),
    }));
}

function keying(grouping: Exclude<RecordGrouping, 'none'>, timeZone: string): (entry: IndexedRecord) => string | null {
  if (grouping === 'token') return ({ record }) => record.tokenDetailsId;
  const days = daysIn(timeZone);
  const periods = new Map<string, string>();
  return (entry) => {
    const day = days.of(entry);
    if (day === null) return null;
    let first = periods.get(day);
    if (first === undefined) {
      first = periodOf(day, grouping);
      periods.set(day, first);
    }
    return first;
  };
}

class DecimalSum {
  #units = 0n;
  #scale = 0;

  add(decimal: Decimal): void {
    if (decimal.scale > this.#scale) {
      this.#units = unitsAt({ units: this.#units, scale: this.#scale }, decimal.scale);
      this.#scale = decimal.scale;
    }
    this.#units += decimal.scale === this.#scale ? decimal.units : unitsAt(decimal, this.#scale);
  }

  get value(): Decimal {
    return this.#units === 0n ? zero : { units: this.#units, scale: this.#scale };
  }
}

/** More are read by nobody; an export has them all. */
const TOKENS_TOTALLED = 50;

class Total {
  readonly fees = new DecimalSum();
  submissions = 0;
  withoutFees = 0;
  bytes = 0;
  bytesExact = true;

  add(entry: IndexedRecord): void {
    this.submissions += 1;
    if (entry.fees === null) this.withoutFees += 1;
    else this.fees.add(entry.fees);
    this.bytes += entry.bytes ?? 0;
    if (!entry.bytesExact) this.bytesExact = false;
  }
}

export class Totals {
  readonly #byToken = new Map<string | null, Total>();

  constructor(entries: Iterable<IndexedRecord>) {
    for (const entry of entries) {
      const token = entry.record.tokenDetailsId;
      let total = this.#byToken.get(token);
      if (total === undefined) {
        total = new Total();
        this.#byToken.set(token, total);
      }
      total.add(entry);
    }
  }

  get count(): number {
    return this.#byToken.size;
  }

  /** The token with most submissions first, and of thousands only those with most. */
  of(tokens: TokenNames): RecordTotal[] {
    return [...this.#byToken]
      .sort(([, a], [, b]) => b.submissions - a.submissions)
      .slice(0, TOKENS_TOTALLED)
      .map(([tokenDetailsId, total]) => ({
        tokenDetailsId,
        token: tokens.nameOf(tokenDetailsId),
        decimals: tokens.decimalsOf(tokenDetailsId),
        fees: decimalText(total.fees.value),
        submissions: total.submissions,
        withoutFees: total.withoutFees,
        bytes: total.bytes,
        bytesExact: total.bytesExact,
      }));
  }

  spending(): TokenSpending[] {
    return [...this.#byToken].map(([tokenDetailsId, { fees, submissions }]) => ({
      tokenDetailsId,
      fees: decimalText(fees.value),
      submissions,
    }));
  }
}
