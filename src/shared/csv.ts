/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/** What begins a formula or a command in a spreadsheet, in full-width and small letters too. */
const starts = '=+\\-@|\\uff1d\\uff0b\\uff0d\\uff20\\ufe66\\ufe62\\ufe63\\ufe6b';
/** At the start of a cell, also behind blanks and signs that nobody sees; and a cell that begins with a tab or a line end. */
const atStart = new RegExp(`^[\\s\\p{Cc}\\p{Cf}]*[${starts}]|^[\\t\\r\\n]`, 'u');
/**
 * Inside of a cell: behind what another reader may part cells or lines at. Each run of blanks, quotes and separators is
 * looked at from its first sign alone, so that a million of them take no longer than a million letters.
 */
const inside = new RegExp(`(?<![\\s\\p{Cc}\\p{Cf}";])[\\s\\p{Cc}\\p{Cf}";]+(?=[${starts}])`, 'gu');
const separator = /[;\t\r\n\v\f\u0085\u2028\u2029]/;
/** A number that spreadsheets hold exactly is no formula; in the first cell, `-5,…` may be what a reader of others sees. */
const negativeNumber = /^-\d{1,15}(?:\.\d{1,15})?$/;

/**
 * The cell as text that no spreadsheet runs: an apostrophe before what would begin a formula, at its start and behind each
 * `;`, tab and line end in it, where a reader that parts cells there sees a start
 * (https://owasp.org/www-community/attacks/CSV_Injection). Negative numbers, and all else, stay as they are.
 */
function disarmed(cell: string, isFirst: boolean): string {
  if (!isFirst && negativeNumber.test(cell)) return cell;
  const within = cell.replace(inside, (run) => (separator.test(run) ? `${run}'` : run));
  return atStart.test(cell) ? `'${within}` : within;
}

/** Nothing in it that a reader of CSV, or a spreadsheet, would take for anything else. */
const plain = /^[\da-z](?:[^",;\s]| (?!$))*$/i;
const LONGEST_PLAIN = 1_000;
const needsQuotes = /[",;\t\r\n\ufeff]|^ | $/;

/** Nearly all cells are plain, and looking at them takes a fraction of the time that writing them with care does. */
function written(cell: string, isFirst: boolean): string {
  if (cell === '' || (cell.length <= LONGEST_PLAIN && plain.test(cell))) return cell;
  const safe = disarmed(cell, isFirst);
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One row of a table as RFC 4180 has it, with its line end. Nothing in it is a formula, wherever it is parted. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell, at) => written(cell, at === 0 && cells.length > 1)).join(',')}\r\n`;
}
