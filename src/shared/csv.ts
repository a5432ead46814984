import { formatUnits, longestAmount, separatorsOf } from './amounts.ts';
import type { ServiceSize } from './sizes.ts';
import { cleanText } from './text.ts';
import { dateFormat } from './time.ts';

export type CsvFormat = { readonly separator: ',' | ';' };

/** These regions use a decimal point, but not a comma as list separator. */
const pointAndSemicolon = new Set(['CH', 'LI']);

/**
 * The format that spreadsheets of a region expect: cells are separated by its list separator, which is `;` in regions
 * with a decimal comma. `locale`: that of the system's regional settings, which may differ from its language.
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
    // `C` and `POSIX` are system locales without a language.
    return null;
  }
}

/** Marks the file as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\ufeff';

/** A cell of a table: text (null for an empty cell), or a value with a type. */
export type CsvCell =
  | string
  | null
  /** Plain decimal text of any size, for calculations. */
  | { readonly number: string }
  /** Digits to preserve exactly. */
  | { readonly digits: string }
  /** A time as `2026-05-03 12:05:00`, which spreadsheets of all languages understand. */
  | { readonly time: string };

/** Characters that begin a formula or a command in a spreadsheet, with their full-width and small variants. */
const starts = '=+\\-@|\\uff1d\\uff0b\\uff0d\\uff20\\ufe66\\ufe62\\ufe63\\ufe6b';
/**
 * Matches at the start of a cell, also after spaces and invisible characters, and a cell that begins with a tab or a
 * line end.
 */
const atStart = new RegExp(`^[\\s\\p{Cc}\\p{Cf}]*[${starts}]|^[\\t\\r\\n]`, 'u');
/**
 * Matches inside a cell, after characters that another reader may treat as a cell or line end. The lookbehind tests
 * each run only from its first character, so that a million separators cost no more than a million letters.
 */
const inside = new RegExp(`(?<![\\s\\p{Cc}\\p{Cf}",;])[\\s\\p{Cc}\\p{Cf}",;]+(?=[${starts}])`, 'gu');
const separator = /[,;\t\r\n\v\f\u0085\u2028\u2029]/;
/**
 * Spreadsheets hold such a number exactly, so it is not a formula. A reader with another separator may see more in the
 * first cell.
 */
const negativeNumber = /^-\d{1,15}(?:\.\d{1,15})?$/;

/**
 * The cell as text that no spreadsheet executes. Inserts an apostrophe before characters that would begin a formula,
 * at the start and after each separator, tab and line end, since another reader may split the cell there
 * (https://owasp.org/www-community/attacks/CSV_Injection). Negative numbers and all other text stay unchanged.
 */
function disarmed(cell: string, isFirst: boolean): string {
  if (!isFirst && negativeNumber.test(cell)) return cell;
  const within = cell.replace(inside, (run) => (separator.test(run) ? `${run}'` : run));
  return atStart.test(cell) ? `'${within}` : within;
}

/** Text that no CSV reader and no spreadsheet interprets. */
const plain = /^[\da-z](?:[^",;\s\u0085]| (?!$))*$/i;
const LONGEST_PLAIN = 1_000;
const needsQuotes = /[",;\t\r\n\ufeff]|^ | $/;

/** Text that spreadsheets interpret as a number, a date, a time or a fraction, and reformat. */
const numeric = /^\d[\d.,:/ -]*(?:e[+-]?\d+|%|[ap]m?)?$/i;
const LONGEST_NUMERIC = 200;
/** A number that every spreadsheet stores exactly. */
const keptWhole = /^(?:0|[1-9]\d{0,14})$/;

const plainNumber = /^-?\d+(?:\.\d+)?$/;
const plainTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/**
 * `1.234` as `1234E-3`, because spreadsheets disagree on the decimal sign: LibreOffice reads `1,234` as 1234 if it
 * lacks the region's locale.
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

/** Most cells are plain, and the test for it is much faster than the escaping. */
function writtenText(cell: string, isFirst: boolean): string {
  if (cell === '') return cell;
  const isNumeric = cell.length <= LONGEST_NUMERIC && numeric.test(cell);
  if (isNumeric ? keptWhole.test(cell) : cell.length <= LONGEST_PLAIN && plain.test(cell)) return cell;
  const safe = disarmed(cell, isFirst);
  // A reader that splits `7,-1-2` at commas would calculate the second part. With the apostrophe it is no number
  // anyway.
  if (isNumeric && safe === cell) return asDigits(cell);
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A leading tab keeps spreadsheets from converting digits to a number, which keeps only the first fifteen. It is
 * invisible, and programs that parse numbers skip it.
 */
function asDigits(cell: string): string {
  return `"\t${cell}"`;
}

/** One row of a table with its line end (RFC 4180). No part of it is a formula, wherever a reader splits it. */
export function csvRow(cells: readonly CsvCell[], format: CsvFormat): string {
  const row = cells.map((cell, at) => written(cell, at === 0));
  return `${row.join(format.separator)}\r\n`;
}

/** Columns of a cost: a number to add up, its token, and the exact base units. */
export const costHeads = ['Cost', 'Token', 'Cost in base units'] as const;

type CellsOfCost = readonly [cost: CsvCell, token: CsvCell, baseUnits: CsvCell];

/** `fees`: the service's text, null if there is none. Keeps a text that is not a number. */
export function costCells(fees: string | null, token: string | null, decimals: number | null): CellsOfCost {
  if (fees === null) return [null, token, null];
  if (fees.length > longestAmount) return [fees, token, null];
  if (!/^\d+$/.test(fees)) return [{ number: fees }, token, null];
  // Without decimals there is no cost to add up: base units of different tokens have no sum.
  return [decimals === null ? null : { number: formatUnits(BigInt(fees), decimals) }, token, { digits: fees }];
}

/** Columns of a size: the bytes, and a note if the service rounded them. */
export const sizeHeads = ['Size in bytes', 'Size is'] as const;

export function sizeCells(size: ServiceSize | null, amountData: string | null): readonly [CsvCell, CsvCell] {
  if (size === null) return [amountData, null];
  return [{ number: String(size.bytes) }, size.exact ? 'exact' : 'rounded by the service'];
}

/** Names of time zones with no offset from UTC. */
const utc = /^(?:Etc\/)?(?:UTC|UCT|GMT(?:[+-]?0)?|Universal|Zulu|Greenwich)$/;

/** The cells of times: in UTC and in the local time of a zone. If the zone is UTC, there is only one column. */
export class TimeCells {
  readonly heads: readonly string[];
  readonly #clocks: readonly Intl.DateTimeFormat[];

  constructor(timeZone: string) {
    const zones = utc.test(timeZone) ? ['UTC'] : ['UTC', timeZone];
    this.heads = zones.map((zone) => `Time (${cleanText(zone)})`);
    // Swedish has the form of ISO 8601.
    this.#clocks = zones.map((zone) =>
      dateFormat('sv', { timeZone: zone, calendar: 'iso8601', dateStyle: 'short', timeStyle: 'medium' }),
    );
  }

  /** One cell per head. */
  of(instant: string | null): readonly CsvCell[] {
    const at = Date.parse(instant ?? '');
    if (Number.isNaN(at)) return this.heads.map((_, index) => (index === 0 ? instant : null));
    return this.#clocks.map((clock) => ({ time: clock.format(at) }));
  }
}
