import { formatUnits, longestAmount } from '../amounts/amounts.ts';
import type { ServiceSize } from '../sizes.ts';
import { cleanText } from '../text.ts';
import { dateFormat } from '../time.ts';
import type { CsvCell } from './csv.ts';

/** What a submission cost: a number to be added up, what it is a number of, and the base units to the last digit. */
export const costHeads = ['Cost', 'Token', 'Cost in base units'] as const;

type CellsOfCost = readonly [cost: CsvCell, token: CsvCell, baseUnits: CsvCell];

/** `fees`: as the service says them, null while it says none. What is no number is kept as text. */
export function costCells(fees: string | null, token: string | null, decimals: number | null): CellsOfCost {
  if (fees === null) return [null, token, null];
  if (fees.length > longestAmount) return [fees, token, null];
  if (!/^\d+$/.test(fees)) return [{ number: fees }, token, null];
  // Base units of tokens with other decimals are no sum: without decimals there is nothing to add up.
  return [decimals === null ? null : { number: formatUnits(BigInt(fees), decimals) }, token, { digits: fees }];
}

/** A size, once; what the service has rounded says so. */
export const sizeHeads = ['Size in bytes', 'Size is'] as const;

export function sizeCells(size: ServiceSize | null, amountData: string | null): readonly [CsvCell, CsvCell] {
  if (size === null) return [amountData, null];
  return [{ number: String(size.bytes) }, size.exact ? 'exact' : 'rounded by the service'];
}

const QUARTER_MS = 15 * 60_000;
const MOST_QUARTERS = 100_000;

/** The names that zones without a distance from UTC go by. */
const utc = /^(?:Etc\/)?(?:UTC|UCT|GMT(?:[+-]?0)?|Universal|Zulu|Greenwich)$/;

/**
 * The cells of times: in UTC, and by the clock on the wall of a zone, which asking the calendar for each would take long.
 * Where that is UTC they are there once.
 */
export class TimeCells {
  readonly heads: readonly string[];
  readonly #isUtc: boolean;
  readonly #calendar: Intl.DateTimeFormat;
  /** Distances from UTC, in milliseconds: all zones change theirs at quarters of an hour. */
  readonly #offsets = new Map<number, number>();

  constructor(timeZone: string) {
    this.#isUtc = utc.test(timeZone);
    this.heads = this.#isUtc ? ['Time (UTC)'] : ['Time (UTC)', `Time (${cleanText(timeZone)})`];
    this.#calendar = dateFormat('en', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    });
  }

  /** As many as there are heads. */
  of(instant: string | null): readonly CsvCell[] {
    const cells = this.#cellsOf(instant);
    return this.#isUtc ? cells.slice(0, 1) : cells;
  }

  #cellsOf(instant: string | null): readonly [utc: CsvCell, local: CsvCell] {
    if (instant === null) return [null, null];
    const at = Date.parse(instant);
    // Beyond these a year has not four digits, in one zone or the other.
    if (!(at >= EARLIEST && at < LATEST)) return [instant, null];
    return [{ time: written(at) }, { time: written(at + this.#offsetAt(at)) }];
  }

  #offsetAt(at: number): number {
    const quarter = Math.floor(at / QUARTER_MS);
    const known = this.#offsets.get(quarter);
    if (known !== undefined) return known;
    const parts = new Map(this.#calendar.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
    const offset = wall - Math.floor(at / 1000) * 1000;
    if (this.#offsets.size >= MOST_QUARTERS) this.#offsets.clear();
    this.#offsets.set(quarter, offset);
    return offset;
  }
}

const EARLIEST = Date.parse('1000-01-02T00:00:00Z');
const LATEST = Date.parse('9999-12-30T00:00:00Z');

const written = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
