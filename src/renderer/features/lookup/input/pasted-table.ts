import Papa from 'papaparse';
import { LONGEST_OTHER_CELL, MOST_OTHER_CELLS } from '../../../../shared/bridge/lookup.ts';
import { cutDigits, wholeHashes, wholeIds } from '../../../../shared/submissions/submission-id.ts';

/** A line of what was pasted. */
export type PastedRow = {
  /** Counted from 1. */
  readonly line: number;
  readonly raw: string;
  /** Of a row of a table, the cells in it; empty for a line that is no such row. */
  readonly cells: readonly string[];
};

/** In which column of a table stands what is looked up. */
type Column = {
  readonly index: number;
  /** Ids, hashes and names of files tell it; a column of dates may stand beside one of names. */
  readonly isSure: boolean;
};

/** What tells the columns apart is seen in the first rows of a long table. */
const LOOKED_AT = 200;
const SAMPLES = 8;
const fileName = /^[^/@]*[^\s/@.]\.[a-z][a-z\d]{1,4}$/i;

/** Word processors put a tab behind the marks of a list. */
const markAndTab = /^\s*([-*+•◦▪‣·]|\d{1,4}[.)])\t(?=[^\t]*$)/;

/** The lines of a clean text that say something. */
export function pastedRows(clean: string): readonly PastedRow[] {
  const lines = clean.split(/\r\n|[\n\r\v\f\u2028\u2029]/).map((raw) => raw.replace(markAndTab, '$1 '));
  const said = lines.filter((raw) => raw.trim() !== '');
  const separator = separatorOf(said);
  return lines.flatMap((raw, index) =>
    raw.trim() === '' ? [] : [{ line: index + 1, raw, cells: cellsOf(raw, raw.includes('\t') ? '\t' : separator) }],
  );
}

/** What parts the cells of lines without tabs; null where they are no table. */
function separatorOf(lines: readonly string[]): ';' | ',' | null {
  if (lines.length < 2) return null;
  // Where decimals have a comma, tables are written with semicolons; a mail may have one here or there.
  if (lines.filter((raw) => raw.includes(';')).length > lines.length / 2) return ';';
  const columns = partsOf(lines[0] ?? '', ',').length;
  if (columns < 2) return null;
  // Names and sentences have commas too, mostly with a blank behind, and not as many in each line.
  let hasKeys = false;
  const areRows = lines.every((raw) => {
    const parts = partsOf(raw, ',');
    hasKeys ||= parts.some(hasKey);
    return parts.length === columns && !parts.some((part) => /^\s/.test(part));
  });
  return areRows && (columns > 2 || hasKeys) ? ',' : null;
}

function cellsOf(raw: string, separator: '\t' | ';' | ',' | null): readonly string[] {
  return separator === null || !raw.includes(separator) ? [] : partsOf(raw, separator).map((part) => part.trim());
}

function partsOf(raw: string, separator: string): readonly string[] {
  if (!raw.includes('"')) return raw.split(separator);
  return Papa.parse<string[]>(raw, { delimiter: separator }).data[0] ?? [];
}

/** A file's name with its ending. */
export const isFileName = (text: string): boolean => fileName.test(text.trim());

export const hasKey = (cell: string): boolean =>
  wholeIds(cell).length > 0 || wholeHashes(cell).length > 0 || cutDigits(cell) !== null;

/** The column that most rows are told by; null where nothing in them tells. */
export function tellingColumn(rows: readonly PastedRow[], isDate: (cell: string) => boolean): Column | null {
  const sure: number[] = [];
  const dates: number[] = [];
  for (const { cells } of rows.slice(0, LOOKED_AT)) {
    for (const [index, cell] of cells.entries()) {
      if (isFileName(cell) || hasKey(cell)) sure[index] = (sure[index] ?? 0) + 1;
      else if (isDate(cell)) dates[index] = (dates[index] ?? 0) + 1;
    }
  }
  const index = mostOf(sure) ?? mostOf(dates);
  return index === null ? null : { index, isSure: sure.length > 0 };
}

function mostOf(counts: readonly number[]): number | null {
  let most: number | null = null;
  for (const [index, count] of counts.entries())
    if ((count ?? 0) > (most === null ? 0 : (counts[most] ?? 0))) most = index;
  return most;
}

/** Cells of the columns in which parts of names may stand: what is kept here tells which it is. */
export function columnSamples(rows: readonly PastedRow[]): readonly (readonly string[])[] {
  const columns: string[][] = [];
  const [, ...others] = rows.filter(({ cells }) => cells.length > 1);
  for (const { cells } of others.slice(0, SAMPLES)) {
    // Numbers alone are those of tickets, and stand in any hash.
    for (const [index, cell] of cells.entries()) {
      const column = columns[index] ?? [];
      if (/\p{L}{2}/u.test(cell)) column.push(cell);
      columns[index] = column;
    }
  }
  return columns;
}

/** Without its first line where that is the head of a table: words over what is looked up in the rows below. */
export function withoutHead(
  rows: readonly PastedRow[],
  column: number | null,
  isDate: (cell: string) => boolean,
): readonly PastedRow[] {
  const [first, ...others] = rows;
  if (first === undefined || first.cells.length < 2 || others.length === 0) return rows;
  if (first.cells.some((cell) => /\d/.test(cell) || isFileName(cell) || hasKey(cell) || isDate(cell))) return rows;
  // A row of a table has a number in it somewhere: of a ticket, in a name, in an id.
  const areOthersRows = others.some(({ cells }) => cells.some((cell) => /\d/.test(cell)));
  return column !== null && areOthersRows ? others : rows;
}

/** The cell that a row asks for: a file's name, else that of the column; null where there is none. */
export function askedCell(cells: readonly string[], column: number | null): string | null {
  const names = cells.filter(isFileName);
  const [name] = names;
  if (names.length === 1 && name !== undefined) return name;
  const cell = column === null ? undefined : cells[column];
  return cell === undefined || cell === '' ? null : cell;
}

/** The cells of a row besides the one that it asks for (`asked`) that may be names; none where that is sure to be one. */
export function otherNames(cells: readonly string[], asked: string | null): readonly string[] {
  const names = cells.filter(isFileName);
  if (asked !== null && names.length === 1 && names[0] === asked) return [];
  return cells
    .filter((cell) => cell !== asked && cell.length <= LONGEST_OTHER_CELL && /\p{L}{2}/u.test(cell) && !hasKey(cell))
    .toSorted((one, other) => Number(isFileName(other)) - Number(isFileName(one)))
    .slice(0, MOST_OTHER_CELLS);
}
