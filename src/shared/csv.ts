import { formatUnits, longestAmount, separatorsOf } from './amounts.ts';
import type { ServiceSize } from './sizes.ts';
import { cleanText } from './text.ts';
import { dateFormat } from './time.ts';

export type CsvFormat = { readonly separator: ',' | ';' };

/** There a comma is the list separator of nobody, though decimals stand behind a point. */
const pointAndSemicolon = new Set(['CH', 'LI']);

/**
 * As spreadsheets of a region expect it: they part cells at its list separator, which is `;` where decimals stand behind a
 * comma. `locale`: the one of the system's regional settings, which need not be the language that it speaks.
 */
export function csvFormatOf(locale: string): CsvFormat {
  const known = regional(locale);
  if (known === null) return { separator: ',' };
  if (separatorsOf(known.baseName).decimal === ',') return { separator: ';' };
  const hasSemicolon = pointAndSemicolon.has(known.maximize().region ?? '');
  return { separator: hasSemicolon ? ';' : ',' };
}

function regional(locale: string): Intl.Locale | null {
  try {
    return new Intl.Locale(locale);
  } catch {
    // `C` and `POSIX` are locales of a system and no language.
    return null;
  }
}

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/** A cell of a table: text (null is none), or what a spreadsheet is to take for more than that. */
export type CsvCell =
  | string
  | null
  /** Plain decimal text of any size, to be reckoned with. */
  | { readonly number: string }
  /** Digits that are to stay as they are, every one. */
  | { readonly digits: string }
  /** A time as `2026-05-03 12:05:00`, which is one in every language. */
  | { readonly time: string };

/** What begins a formula or a command in a spreadsheet, in full-width and small letters too. */
const starts = '=+\\-@|\\uff1d\\uff0b\\uff0d\\uff20\\ufe66\\ufe62\\ufe63\\ufe6b';
/** At the start of a cell, also behind blanks and signs that nobody sees; and a cell that begins with a tab or a line end. */
const atStart = new RegExp(`^[\\s\\p{Cc}\\p{Cf}]*[${starts}]|^[\\t\\r\\n]`, 'u');
/**
 * Inside of a cell: behind what another reader may part cells or lines at. Each run of blanks, quotes and separators is
 * looked at from its first sign alone, so that a million of them take no longer than a million letters.
 */
const inside = new RegExp(`(?<![\\s\\p{Cc}\\p{Cf}",;])[\\s\\p{Cc}\\p{Cf}",;]+(?=[${starts}])`, 'gu');
const separator = /[,;\t\r\n\v\f\u0085\u2028\u2029]/;
/** A number that spreadsheets hold exactly is no formula; a reader of another separator may see more than it in the first cell. */
const negativeNumber = /^-\d{1,15}(?:\.\d{1,15})?$/;

/**
 * The cell as text that no spreadsheet runs: an apostrophe before what would begin a formula, at its start and behind each
 * separator, tab and line end in it, where a reader that parts cells there sees a start
 * (https://owasp.org/www-community/attacks/CSV_Injection). Negative numbers, and all else, stay as they are.
 */
function disarmed(cell: string, isFirst: boolean): string {
  if (!isFirst && negativeNumber.test(cell)) return cell;
  const within = cell.replace(inside, (run) => (separator.test(run) ? `${run}'` : run));
  return atStart.test(cell) ? `'${within}` : within;
}

/** Nothing in it that a reader of CSV, or a spreadsheet, would take for anything else. */
const plain = /^[\da-z](?:[^",;\s\u0085]| (?!$))*$/i;
const LONGEST_PLAIN = 1_000;
const needsQuotes = /[",;\t\r\n\ufeff]|^ | $/;

/** What spreadsheets take for a number, a date, a time or a fraction, and write in their own way. */
const numeric = /^\d[\d.,:/ -]*(?:e[+-]?\d+|%|[ap]m?)?$/i;
const LONGEST_NUMERIC = 200;
/** A number that every spreadsheet holds as it is. */
const keptWhole = /^(?:0|[1-9]\d{0,14})$/;

const plainNumber = /^-?\d+(?:\.\d+)?$/;
const plainTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/**
 * `1.234` as `1234E-3`. Spreadsheets do not agree on the decimal sign: LibreOffice reads `1,234` as 1234 where it has no
 * locale for the region.
 */
function withoutPoint(number: string): string {
  const [whole = '', fraction] = number.split('.');
  return fraction === undefined
    ? number
    : `${`${whole}${fraction}`.replace(/^(-?)0+(?=\d)/, '$1')}E-${fraction.length}`;
}

function written(cell: CsvCell, isFirst: boolean): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return writtenText(cell, isFirst);
  if ('time' in cell) return plainTime.test(cell.time) ? cell.time : writtenText(cell.time, isFirst);
  if ('digits' in cell) return /^\d+$/.test(cell.digits) ? asDigits(cell.digits) : writtenText(cell.digits, isFirst);
  const { number } = cell;
  if (!plainNumber.test(number) || (isFirst && number.startsWith('-'))) return writtenText(number, isFirst);
  return withoutPoint(number);
}

/** Nearly all cells are plain, and looking at them takes a fraction of the time that writing them with care does. */
function writtenText(cell: string, isFirst: boolean): string {
  if (cell === '') return cell;
  const isNumeric = cell.length <= LONGEST_NUMERIC && numeric.test(cell);
  if (isNumeric ? keptWhole.test(cell) : cell.length <= LONGEST_PLAIN && plain.test(cell)) return cell;
  const safe = disarmed(cell, isFirst);
  // Of `7,-1-2` a reader that parts at commas would reckon a part: with an apostrophe in it, it is no number either.
  if (isNumeric && safe === cell) return asDigits(cell);
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A tab in front keeps spreadsheets from making a number of it, of which they know the first fifteen digits and write the
 * rest as zeros. Nobody sees it, and programs that read numbers pass over it.
 */
function asDigits(cell: string): string {
  return `"\t${cell}"`;
}

/** One row of a table as RFC 4180 has it, with its line end. Nothing in it is a formula, wherever it is parted. */
export function csvRow(cells: readonly CsvCell[], format: CsvFormat): string {
  const row = cells.map((cell, at) => written(cell, at === 0));
  return `${row.join(format.separator)}\r\n`;
}

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
    return [{ time: clockText(at) }, { time: clockText(at + this.#offsetAt(at)) }];
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

const clockText = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
