import { type Decimal, decimalText, unitsAt } from '../../../shared/amounts.ts';
import type { RecordSeries } from '../../../shared/bridge/records.ts';
import { daysBetween, daysIn, nextPeriod, type Period, periodOf } from './days.ts';
import type { IndexedRecord } from './indexed-record.ts';
import type { TokenNames } from './tokens.ts';
import { DecimalSum } from './totals.ts';

/** A chart with more columns than this is read by nobody. */
const MOST_DAYS = 62;
const MOST_WEEKS_IN_DAYS = 365 * 2;
/** A record that claims to be from the year 1 must not draw two thousand years of nothing. */
const MOST_PERIODS = 240;

/** More bars on each other are told apart by nobody. */
const MOST_TOKENS = 20;

type Column = { readonly fees: DecimalSum; bytes: number; submissions: number };

/** Fees and bytes over time, by token. Heights are whole thousandths; the amounts beside them are exact. */
export function seriesOf(entries: readonly IndexedRecord[], timeZone: string, tokens: TokenNames): RecordSeries {
  const days = daysIn(timeZone);
  let first: string | null = null;
  let last: string | null = null;
  for (const entry of entries) {
    const day = days.of(entry);
    if (day === null) continue;
    if (first === null || day < first) first = day;
    if (last === null || day > last) last = day;
  }
  if (first === null || last === null) return { unit: 'day', tokenCount: 0, periods: [], tokens: [] };
  const unit = unitFor(daysBetween(first, last));
  const periods = periodsFrom(entries, days.of, periodOf(first, unit), periodOf(last, unit), unit);
  const place = new Map(periods.map((period, at) => [period, at]));
  const { drawn, tokenCount } = mostUsed(entries);
  const byToken = new Map<string | null, Column[]>();
  for (const entry of entries) {
    const day = days.of(entry);
    const at = day === null ? undefined : place.get(periodOf(day, unit));
    const token = entry.record.tokenDetailsId;
    if (at === undefined || !drawn.has(token)) continue;
    let columns = byToken.get(token);
    if (columns === undefined) {
      columns = periods.map(() => ({ fees: new DecimalSum(), bytes: 0, submissions: 0 }));
      byToken.set(token, columns);
    }
    const column = columns[at];
    if (column === undefined) continue;
    column.submissions += 1;
    column.bytes += entry.bytes ?? 0;
    if (entry.fees !== null) column.fees.add(entry.fees);
  }
  const highest = Math.max(1, ...periods.map((_, at) => sum([...byToken.values()].map((row) => row[at]?.bytes ?? 0))));
  return {
    unit,
    tokenCount,
    periods,
    tokens: [...byToken].map(([tokenDetailsId, columns]) => ({
      tokenDetailsId,
      token: tokens.nameOf(tokenDetailsId),
      decimals: tokens.decimalsOf(tokenDetailsId),
      fees: heights(columns.map(({ fees }) => fees.value)),
      bytes: columns.map(({ bytes }) => ({ bytes, perMille: Math.round((bytes * 1000) / highest) })),
      submissions: columns.map(({ submissions }) => submissions),
    })),
  };
}

/** The tokens with most submissions, and how many tokens there are. */
function mostUsed(entries: readonly IndexedRecord[]): {
  readonly drawn: ReadonlySet<string | null>;
  readonly tokenCount: number;
} {
  const counts = new Map<string | null, number>();
  for (const { record } of entries) counts.set(record.tokenDetailsId, (counts.get(record.tokenDetailsId) ?? 0) + 1);
  const byUse = counts.size <= MOST_TOKENS ? [...counts] : [...counts].sort(([, a], [, b]) => b - a);
  return { drawn: new Set(byUse.slice(0, MOST_TOKENS).map(([token]) => token)), tokenCount: counts.size };
}

function unitFor(days: number): Period {
  if (days < MOST_DAYS) return 'day';
  return days < MOST_WEEKS_IN_DAYS ? 'week' : 'month';
}

/** Without gaps where that is not too many; else only those in which something lies. */
function periodsFrom(
  entries: readonly IndexedRecord[],
  dayOf: (entry: IndexedRecord) => string | null,
  first: string,
  last: string,
  unit: Period,
): string[] {
  const periods: string[] = [];
  for (let period = first; period <= last; period = nextPeriod(period, unit)) {
    periods.push(period);
    if (periods.length <= MOST_PERIODS) continue;
    const filled = new Set(entries.flatMap((entry) => dayOf(entry) ?? []).map((day) => periodOf(day, unit)));
    return [...filled].sort().slice(-MOST_PERIODS);
  }
  return periods;
}

/** Thousandths of the highest, reckoned in whole numbers: what is not nothing is drawn. */
function heights(amounts: readonly Decimal[]): { amount: string; perMille: number }[] {
  const scale = Math.max(...amounts.map((amount) => amount.scale));
  const units = amounts.map((amount) => unitsAt(amount, scale));
  const highest = units.reduce((most, one) => (one > most ? one : most), 0n);
  return amounts.map((amount, at) => {
    const one = units[at] ?? 0n;
    const perMille = highest === 0n || one <= 0n ? 0 : Math.max(1, Number((one * 1000n) / highest));
    return { amount: decimalText(amount), perMille };
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
