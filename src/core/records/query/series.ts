import { decimalText } from '../../../shared/amounts/amounts.ts';
import { type RecordFilter, type RecordSeries, type SeriesUnit, seriesUnits } from '../../../shared/bridge/records.ts';
import { type Days, daysBetween, daysIn, nextPeriod, periodOf } from './days.ts';
import type { IndexedRecord } from './indexed-record.ts';
import type { TokenNames } from './tokens.ts';
import { DecimalSum } from './totals.ts';

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
