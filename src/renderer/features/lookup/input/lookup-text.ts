import { type LookupKeys, noKeys } from '../../../../shared/bridge/lookup.ts';
import {
  cutDigits,
  joinedOverLines,
  wholeHashes,
  wholeIds,
  withoutPasteMarks,
} from '../../../../shared/submissions/submission-id.ts';
import { dateWordsOf } from './date-words.ts';
import { withoutDecoration } from './decoration.ts';
import {
  askedCell,
  columnSamples,
  hasKey,
  isFileName,
  otherNames,
  type PastedRow,
  pastedRows,
  tellingColumn,
  withoutHead,
} from './pasted-table.ts';
import { parseTypedDate } from './typed-dates.ts';

/** `3 de mayo de 2026` */
const MOST_DATE_WORDS = 5;
/** Longer texts are no name with a date. */
const MOST_WORDS = 12;
/** Words and signs that separate a name from its date. */
const between = /^(?:on|of|from|at|am|vom|von|du|le|del|de|el|dated|,|-|–)$/;

/** A part of a name and a date before, behind or in it: `contract 12 nov`, `yesterday contract`. Null when it is not both. */
function readDatedName(typed: string, locale: string | undefined, now: number): LookupKeys['dated'] {
  const words = typed.split(' ').filter((word) => word !== '');
  if (words.length < 2 || words.length > MOST_WORDS) return null;
  // The longest first: `12 nov 2025` is not the twelfth of November of this year.
  for (let length = Math.min(MOST_DATE_WORDS, words.length - 1); length > 0; length -= 1) {
    // A date is more likely at the end than before it.
    for (let start = words.length - length; start >= 0; start -= 1) {
      const days = parseTypedDate(withoutComma(words.slice(start, start + length).join(' ')), locale, now);
      // A month by itself is a word of the name: `March invoice`.
      if (days === null || (length === 1 && isMonth(words[start] ?? '', locale))) continue;
      const name = [...withoutLast(words.slice(0, start)), ...words.slice(start + length)].join(' ');
      return name === '' ? null : { name, days };
    }
  }
  return null;
}

const isMonth = (word: string, locale: string | undefined): boolean =>
  dateWordsOf(locale).months.has(withoutComma(word).toLocaleLowerCase(locale));

const withoutComma = (text: string): string => text.replace(/,$/, '');

function withoutLast(words: readonly string[]): readonly string[] {
  const last = words.at(-1);
  if (last === undefined) return words;
  if (between.test(last.toLowerCase())) return words.slice(0, -1);
  return [...words.slice(0, -1), withoutComma(last)];
}

/** One entry of a pasted list, in the pasted order. */
export type PastedEntry = {
  /** The line it stood in, counted from 1. */
  readonly line: number;
  /** What the line says, shortened. */
  readonly text: string;
  /** What else stands in its row of a table: whose ticket it is. */
  readonly beside: readonly string[];
  readonly holds:
    | { readonly kind: 'id'; readonly id: string }
    | { readonly kind: 'hash'; readonly hex: string }
    /** A piece of an id or a hash. */
    | { readonly kind: 'cut'; readonly hex: string }
    /** A name, a date, or whatever else a person looks up; `asked` is it whole. */
    | { readonly kind: 'text'; readonly asked: string };
  /** Those of them that may be names: one is looked for where the cell that is asked for is nobody's name. */
  readonly otherwise: readonly string[];
  /** Under which its answer stands; the same for what repeats it. */
  readonly key: string;
  /** The index of the first entry with the same key; null when this is the first. */
  readonly repeats: number | null;
};

export type ReadText =
  | { readonly kind: 'empty' }
  | { readonly kind: 'one'; readonly keys: LookupKeys }
  | {
      readonly kind: 'list';
      readonly entries: readonly PastedEntry[];
      /**
       * The questions of some cells of each column of a table that does not tell by itself which is looked up. What is kept here
       * tells: it is read again with that column.
       */
      readonly columns: readonly (readonly LookupKeys[])[];
    };

const SHOWN_OF_LINE = 120;
const LONGEST_NAME = 500;
/** What is longer is no path that a person pasted. */
const LONGEST_PATH = 5_000;
/** Looked at from their first sign alone: a long run of them in the middle would else be gone through from each. */
const endMarks = /(?<!["'“”„‘’«»>)\]},;])["'“”„‘’«»>)\]},;]+$/;

/** What a person typed or pasted into the look-up box. Never throws; takes time in proportion to the text. */
export function readLookupText(
  text: string,
  locale: string | undefined,
  now: number,
  column: number | null = null,
): ReadText {
  const clean = withoutPasteMarks(text);
  const joined = joinedOverLines(clean);
  if (joined.trim() === '') return { kind: 'empty' };
  const rows = pastedRows(joined);
  const isDate = (cell: string): boolean => parseTypedDate(cell, locale, now) !== null;
  const telling = tellingColumn(rows, isDate);
  const asked = column ?? telling?.index ?? null;
  const entries = readEntries(rows, asked);
  if (isList(entries, locale, now)) {
    const samples = telling?.isSure || column !== null ? [] : columnSamples(rows);
    const columns = samples.map((cells) => cells.map((cell) => readSingle(cell, locale, now)));
    const others = withoutHead(rows, asked, isDate);
    return { kind: 'list', entries: others === rows ? entries : readEntries(others, asked), columns };
  }
  const [id] = entries.flatMap(({ holds }) => (holds.kind === 'id' ? [holds.id] : []));
  if (id !== undefined) return { kind: 'one', keys: { ...noKeys, id, hex: bare(id) } };
  const [hash] = entries.flatMap(({ holds }) => (holds.kind === 'hash' ? [holds.hex] : []));
  if (hash !== undefined) return { kind: 'one', keys: { ...noKeys, hex: hash } };
  return { kind: 'one', keys: readSingle(joined, locale, now) };
}

/** What one line of a list asks, as it would by itself. */
export function keysOfEntry({ holds, text }: PastedEntry, locale: string | undefined, now: number): LookupKeys {
  switch (holds.kind) {
    case 'id':
      return { ...noKeys, id: holds.id, hex: bare(holds.id) };
    case 'hash':
      return { ...noKeys, hex: holds.hex };
    case 'cut':
      return { ...readSingle(text, locale, now), hex: holds.hex };
    case 'text':
      return readSingle(holds.asked, locale, now);
  }
}

/** Several keys, or several lines that ask something each. A whole mail around one id asks about that id. */
function isList(entries: readonly PastedEntry[], locale: string | undefined, now: number): boolean {
  const keys = new Set(entries.flatMap(({ holds, key }) => (holds.kind === 'text' ? [] : [key])));
  if (keys.size > 1) return true;
  const [first] = entries;
  if (keys.size === 0) return entries.some(({ line }) => line !== first?.line);
  return entries.some(({ holds }) => holds.kind === 'text' && asksItself(holds.asked, locale, now));
}

/** A file's name with its ending, or a date: what nobody writes by itself in a mail about something else. */
function asksItself(line: string, locale: string | undefined, now: number): boolean {
  return isFileName(line) || parseTypedDate(line, locale, now) !== null;
}

/** Every whole key of a line, else its piece of one, else what its row asks for, else the line as it is. */
function readEntries(rows: readonly PastedRow[], column: number | null): readonly PastedEntry[] {
  const entries: PastedEntry[] = [];
  const first = new Map<string, number>();
  const add = (row: PastedRow, text: string, holds: PastedEntry['holds']): void => {
    const { line, cells } = row;
    const asked = holds.kind === 'text' ? holds.asked : null;
    const otherwise = holds.kind === 'text' || holds.kind === 'cut' ? otherNames(cells, asked) : [];
    const same = sameQuestion(holds, otherwise);
    const repeats = first.get(same) ?? null;
    const key = repeats === null ? keyOf(holds, line) : (entries[repeats]?.key ?? '');
    if (repeats === null) first.set(same, entries.length);
    entries.push({ line, text, beside: besideOf(row, holds), otherwise, holds, key, repeats });
  };
  for (const row of rows) {
    const { raw, cells } = row;
    const asked = askedCell(cells, column);
    const text = (cells.length === 0 ? raw : cells.filter((cell) => cell !== '').join(' · '))
      .trim()
      .replace(/\s+/g, ' ');
    const ids = wholeIds(raw);
    const hashes = ids.length > 0 ? [] : wholeHashes(raw);
    const cut = ids.length + hashes.length > 0 ? null : cutDigits(raw);
    const shown = shortened(text);
    const rowIds = new Set(ids);
    // A row of a table may name its id twice (as text and as a link): one row, one entry.
    for (const id of rowIds) {
      const holds = { kind: 'id', id } as const;
      const own = [id, ...besideOf(row, holds)].join(' · ');
      add(row, rowIds.size === 1 ? shown : shortened(own), holds);
    }
    // The hashes of one row are those of one submission.
    const [hash] = hashes;
    if (hash !== undefined) add(row, shown, { kind: 'hash', hex: hash });
    else if (cut !== null) add(row, shown, { kind: 'cut', hex: cut });
    else if (rowIds.size === 0) add(row, shown, { kind: 'text', asked: (asked ?? text).slice(0, LONGEST_PATH) });
  }
  return entries;
}

const shortened = (text: string): string => (text.length > SHOWN_OF_LINE ? `${text.slice(0, SHOWN_OF_LINE)}…` : text);

/** What is the same for two entries that ask the same. */
function sameQuestion(holds: PastedEntry['holds'], otherwise: readonly string[]): string {
  if (holds.kind === 'id') return holds.id;
  if (holds.kind === 'text') return `“${[holds.asked, ...otherwise].join('\n').toLowerCase()}`;
  return otherwise.length === 0 ? holds.hex : `${holds.hex}\n${otherwise.join('\n').toLowerCase()}`;
}

/** Short whatever the line says: keys of the bridge are. */
function keyOf(holds: PastedEntry['holds'], line: number): string {
  if (holds.kind === 'id') return holds.id;
  return holds.kind === 'hash' ? holds.hex : `line ${line}`;
}

/** The other cells of the row; none where the row asks as a whole. */
function besideOf({ cells }: PastedRow, holds: PastedEntry['holds']): readonly string[] {
  const isAsked = holds.kind === 'text' ? (cell: string) => cell.slice(0, LONGEST_PATH) === holds.asked : hasKey;
  if (!cells.some(isAsked)) return [];
  return cells.flatMap((cell) => (cell === '' || isAsked(cell) ? [] : [cell.slice(0, SHOWN_OF_LINE)]));
}

function readSingle(clean: string, locale: string | undefined, now: number): LookupKeys {
  const line = clean.trim().replace(/\s+/g, ' ');
  const asItStands = readPlain(line, locale, now);
  // The dots of a date are a part of it.
  const plain = asItStands.days !== null ? null : withoutDecoration(line.slice(0, LONGEST_PATH));
  return { id: null, ...asItStands, undecorated: plain === null ? null : readPlain(plain, locale, now) };
}

function readPlain(line: string, locale: string | undefined, now: number): Omit<LookupKeys, 'id' | 'undecorated'> {
  const bareText = line
    .replace(/^["'“”„‘’«»<([{]+/, '')
    .replace(endMarks, '')
    .trim();
  const typed = bareText === '' ? line : bareText;
  const digits = /^[0-9a-f-]+$/i.test(typed.replace(/^0x/i, ''))
    ? bare(typed.replace(/^0x/i, '').toLowerCase())
    : (cutDigits(typed) ?? misreadDigits(typed));
  const hex = digits !== null && /^[0-9a-f]{4,64}$/.test(digits) ? digits : null;
  const name = typed.slice(0, LONGEST_NAME);
  const days = parseTypedDate(typed, locale, now);
  return { hex, days, name, dated: days === null ? readDatedName(name, locale, now) : null };
}

/** An id or a hash that was typed off a printed page, with letters for the digits that look like them. */
function misreadDigits(typed: string): string | null {
  const digits = typed.toLowerCase().replace(/^0x/, '').replaceAll('-', '');
  if (!/^[0-9a-fol]{20,64}$/.test(digits) || !/\d/.test(digits)) return null;
  return digits.replaceAll('o', '0').replaceAll('l', '1');
}

function bare(id: string): string {
  return id.replaceAll('-', '');
}
