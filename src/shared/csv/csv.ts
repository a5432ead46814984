import type { CsvFormat } from './csv-format.ts';

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
