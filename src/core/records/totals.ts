import { type Decimal, decimalText, unitsAt, zero } from '../../shared/amounts.ts';
import type {
  RecordGroup,
  RecordGrouping,
  RecordSeries,
  RecordTotal,
  SeriesUnit,
} from '../../shared/bridge/records.ts';
import type { IndexedRecord } from './indexed-record.ts';
import type { TokenNames } from './tokens.ts';

/** Time zones differ from UTC by whole quarters of an hour, so a quarter never spans two days. */
const QUARTER_MS = 15 * 60_000;

/** Days outside these bounds, or the periods after them, do not fit into `YYYY-MM-DD`. */
const EARLIEST = Date.parse('0001-02-01T00:00:00Z');
const LATEST = Date.parse('9999-01-01T00:00:00Z');

/** The calendar day of an instant (epoch milliseconds) as `YYYY-MM-DD`; null if it is NaN or outside the calendar. */
type DayOf = (time: number) => string | null;

/** Cache of the most recently used time zone. */
let latest: { readonly timeZone: string; readonly dayOf: DayOf } | null = null;

/** Returns the calendar days of a time zone. They are cached, because formatting a date for each record is slow. */
export function daysIn(timeZone: string): DayOf {
  if (latest?.timeZone === timeZone) return latest.dayOf;
  const quarters = new Map<number, string>();
  const calendar = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const dayOf: DayOf = (time) => {
    if (!(time >= EARLIEST && time < LATEST)) return null;
    const quarter = Math.floor(time / QUARTER_MS);
    const known = quarters.get(quarter);
    if (known !== undefined) return known;
    const parts = new Map(calendar.formatToParts(time).map(({ type, value }) => [type, value]));
    const day = `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
    quarters.set(quarter, day);
    return day;
  };
  latest = { timeZone, dayOf };
  return dayOf;
}

type Period = 'day' | 'week' | 'month';

/** The first day of the period that contains a day. Weeks begin on Monday. */
function periodOf(day: string, unit: Period): string {
  if (unit === 'day') return day;
  if (unit === 'month') return `${day.slice(0, 8)}01`;
  const date = dateOf(day);
  return shifted(date, -((date.getUTCDay() + 6) % 7));
}

function nextPeriod(first: string, unit: Period): string {
  const date = dateOf(first);
  if (unit === 'month') return dayText(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)));
  return shifted(date, unit === 'week' ? 7 : 1);
}

function lastDayOf(first: string, unit: Period): string {
  return shifted(dateOf(nextPeriod(first, unit)), -1);
}

function daysBetween(from: string, to: string): number {
  return Math.round((dateOf(to).getTime() - dateOf(from).getTime()) / 86_400_000);
}

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayText = (date: Date): string => date.toISOString().slice(0, 10);
const shifted = (date: Date, days: number): string => dayText(new Date(date.getTime() + days * 86_400_000));

/** If no unit is chosen, a chart uses the shortest unit that needs no more columns than this. */
const MOST_AUTOMATIC = 62;
/** If the chosen unit needs more columns than this, a chart uses the next longer one. */
const MOST_CHOSEN = 240;
const DAYS_IN = { day: 1, week: 7, month: 30 } as const;

type Column = { readonly fees: DecimalSum; bytes: number; submissions: number };

/** Exact fees, and bytes, over time, by token. If `asked` is null, the unit depends on the time range. */
export function seriesOf(
  entries: readonly IndexedRecord[],
  timeZone: string,
  asked: SeriesUnit | null,
  tokens: TokenNames,
): RecordSeries {
  const dayOf = daysIn(timeZone);
  const dated = entries.flatMap((entry) => {
    const day = dayOf(entry.time);
    return day === null ? [] : [{ entry, day }];
  });
  const days = [...new Set(dated.map(({ day }) => day))].sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) {
    return { unit: 'day', tooMany: null, isEmpty: entries.length === 0, periods: [], tokens: [] };
  }
  const unit = unitFor(daysBetween(first, last), asked);
  const periods = periodsOf(first, last, unit);
  const place = new Map(periods.map((period, at) => [period, at]));
  const byToken = new Map<string | null, Column[]>();
  const rounded = new Set<string | null>();
  for (const { entry, day } of dated) {
    const token = entry.record.tokenDetailsId;
    const columns = byToken.get(token) ?? periods.map(() => ({ fees: new DecimalSum(), bytes: 0, submissions: 0 }));
    byToken.set(token, columns);
    const column = columns[place.get(periodOf(day, unit)) ?? -1];
    // Earlier than the latest months that are shown.
    if (column === undefined) continue;
    column.submissions += 1;
    column.bytes += entry.bytes ?? 0;
    if (!entry.bytesExact) rounded.add(token);
    if (entry.fees !== null) column.fees.add(entry.fees);
  }
  const used = (columns: readonly Column[]): number => columns.reduce((sum, { submissions }) => sum + submissions, 0);
  return {
    unit,
    tooMany: asked === null || asked === unit ? null : asked,
    isEmpty: false,
    periods,
    // The token with the most submissions comes first, like in the totals.
    tokens: [...byToken]
      .sort(([, a], [, b]) => used(b) - used(a))
      .map(([tokenDetailsId, columns]) => ({
        tokenDetailsId,
        token: tokens.nameOf(tokenDetailsId),
        decimals: tokens.decimalsOf(tokenDetailsId),
        fees: columns.map(({ fees }) => decimalText(fees.value)),
        bytes: columns.map(({ bytes }) => bytes),
        bytesExact: !rounded.has(tokenDetailsId),
        submissions: columns.map(({ submissions }) => submissions),
      })),
  };
}

/** `days`: from the first day to the last. */
function unitFor(days: number, asked: SeriesUnit | null): SeriesUnit {
  const columns = asked === null ? MOST_AUTOMATIC : MOST_CHOSEN;
  const units: readonly SeriesUnit[] = ['day', 'week', 'month'];
  const longer = units.slice(asked === null ? 0 : units.indexOf(asked));
  return longer.find((unit) => days < columns * DAYS_IN[unit]) ?? 'month';
}

/** Without gaps. If there are too many months, only the latest are kept. */
function periodsOf(first: string, last: string, unit: SeriesUnit): string[] {
  const periods: string[] = [];
  const end = periodOf(last, unit);
  for (let period = periodOf(first, unit); period <= end; period = nextPeriod(period, unit)) periods.push(period);
  return periods.slice(-MOST_CHOSEN);
}

/** Groups records by period or by token. Records without a key come last. */
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
  const dayOf = daysIn(timeZone);
  const periods = new Map<string, string>();
  return ({ time }) => {
    const day = dayOf(time);
    if (day === null) return null;
    const first = periods.get(day) ?? periodOf(day, grouping);
    periods.set(day, first);
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

  /** The token with the most submissions comes first. */
  of(tokens: TokenNames): RecordTotal[] {
    return [...this.#byToken]
      .sort(([, a], [, b]) => b.submissions - a.submissions)
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
}
