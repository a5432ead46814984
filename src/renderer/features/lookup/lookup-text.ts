import { type LookupKeys, noKeys } from '../../../shared/lookup-keys.ts';
import {
  cutDigits,
  joinedOverLines,
  wholeHashes,
  wholeIds,
  withoutPasteMarks,
} from '../../../shared/submissions/submission-id.ts';
import { parseTypedDate, readTypedDate } from './typed-dates.ts';

/** One entry of a pasted list, in the pasted order. */
export type PastedEntry = {
  /** The line, counted from 1. */
  readonly line: number;
  /** The text of the line, shortened. */
  readonly text: string;
  readonly holds:
    | { readonly kind: 'id'; readonly id: string }
    | { readonly kind: 'hash'; readonly hex: string }
    /** A piece of an id or a hash. */
    | { readonly kind: 'cut'; readonly hex: string }
    /** A name or a date; `asked` is the whole of it. */
    | { readonly kind: 'text'; readonly asked: string };
  /** The key of its answer. Entries that ask the same share it. */
  readonly key: string;
  /** The index of the first entry that asks the same; null for the first. */
  readonly repeats: number | null;
};

export type ReadText =
  | { readonly kind: 'empty' }
  | { readonly kind: 'one'; readonly keys: LookupKeys }
  | { readonly kind: 'list'; readonly entries: readonly PastedEntry[] };

const SHOWN_OF_LINE = 120;
/** A mail is no longer: more lines are a list. */
const LONGEST_MAIL = 1_000;
const LONGEST_NAME = 500;
/** Longer lines are no path. */
const LONGEST_PATH = 5_000;
/** Looked at from their first sign only, so that a long run of them in the middle costs nothing. */
const endMarks = /(?<!["'“”„‘’«»>)\]},;])["'“”„‘’«»>)\]},;]+$/;
const startMarks = /^["'“”„‘’«»<([{]+/;
/** The mark before an entry of a list: `- `, `• `, `3. `, `[x] `. */
const listMark = /^(?:[-*+>•◦▪‣·–—]|\(?\d{1,4}[.):]|\[[ x]?\]) +/i;
const rootedPath = /^(?:[a-z]:[\\/]|\\\\|~?\/|\.{1,2}[\\/]|file:)/i;
const fileName = /^[^/@]*[^\s/@.]\.[a-z][a-z\d]{1,4}$/i;

/** Reads what was typed or pasted into the look-up box. Never throws; takes time in proportion to the text. */
export function readLookupText(text: string, locale: string | undefined, now: number): ReadText {
  const joined = joinedOverLines(withoutPasteMarks(text));
  if (joined.trim() === '') return { kind: 'empty' };
  const entries = readEntries(joined);
  if (isList(entries, locale, now)) return { kind: 'list', entries };
  const only = entries.find(({ holds }) => holds.kind === 'id' || holds.kind === 'hash');
  return { kind: 'one', keys: only === undefined ? keysOfText(joined, locale, now) : keysOfEntry(only, locale, now) };
}

/** The keys that one line of a list asks for. */
export function keysOfEntry({ holds, text }: PastedEntry, locale: string | undefined, now: number): LookupKeys {
  switch (holds.kind) {
    case 'id':
      return { ...noKeys, id: holds.id, hex: bare(holds.id) };
    case 'hash':
      return { ...noKeys, hex: holds.hex };
    case 'cut':
      return { ...noKeys, hex: holds.hex, name: text.slice(0, LONGEST_NAME) };
    case 'text':
      return keysOfText(holds.asked, locale, now);
  }
}

/** Several keys, or several lines that each ask something. A whole mail around one id asks for that id. */
function isList(entries: readonly PastedEntry[], locale: string | undefined, now: number): boolean {
  const keys = new Set(entries.flatMap(({ holds, key }) => (holds.kind === 'text' ? [] : [key])));
  if (keys.size > 1) return true;
  if (keys.size === 0 || entries.length > LONGEST_MAIL) return entries.length > 1;
  return entries.some(
    ({ holds }) =>
      holds.kind === 'text' && (fileName.test(holds.asked.trim()) || parseTypedDate(holds.asked, locale, now) !== null),
  );
}

/** The ids of each line, else its first hash, else its piece of one, else the line as a name. */
function readEntries(clean: string): readonly PastedEntry[] {
  const entries: PastedEntry[] = [];
  const first = new Map<string, number>();
  for (const [index, raw] of clean.split(/\r\n|[\n\r\v\f\u2028\u2029]/).entries()) {
    const line = raw.trim().replace(/\s+/g, ' ');
    if (line === '') continue;
    const text = line.length > SHOWN_OF_LINE ? `${line.slice(0, SHOWN_OF_LINE)}…` : line;
    for (const holds of heldBy(line)) {
      const same = holds.kind === 'id' ? holds.id : holds.kind === 'text' ? `“${holds.asked.toLowerCase()}` : holds.hex;
      const repeats = first.get(same) ?? null;
      if (repeats === null) first.set(same, entries.length);
      const own = holds.kind === 'id' ? holds.id : holds.kind === 'hash' ? holds.hex : `line ${index + 1}`;
      const key = repeats === null ? own : (entries[repeats]?.key ?? own);
      entries.push({ line: index + 1, text, holds, key, repeats });
    }
  }
  return entries;
}

function heldBy(line: string): readonly PastedEntry['holds'][] {
  const ids = [...new Set(wholeIds(line))];
  if (ids.length > 0) return ids.map((id) => ({ kind: 'id', id }));
  const [hex] = wholeHashes(line);
  if (hex !== undefined) return [{ kind: 'hash', hex }];
  const cut = cutDigits(line);
  return [cut !== null ? { kind: 'cut', hex: cut } : { kind: 'text', asked: line.slice(0, LONGEST_PATH) }];
}

function keysOfText(text: string, locale: string | undefined, now: number): LookupKeys {
  const line = text.trim().replace(/\s+/g, ' ').slice(0, LONGEST_PATH);
  const plain = lastOfPath(line.replace(listMark, '').replace(startMarks, '').replace(endMarks, '').trim());
  const typed = plain === '' ? line : plain;
  const digits = /^(?:0x)?[0-9a-f-]+$/i.test(typed)
    ? bare(typed.replace(/^0x/i, '').toLowerCase())
    : (cutDigits(typed) ?? misreadDigits(typed));
  const hex = digits !== null && /^[0-9a-f]{4,64}$/.test(digits) ? digits : null;
  const name = typed.slice(0, LONGEST_NAME);
  // A name with its ending may have a date in it, and is not one.
  const found = fileName.test(name) ? null : readTypedDate(typed, locale, now);
  const days = found?.rest === '' ? found.days : null;
  const dated = found === null || days !== null ? null : { name: found.rest, days: found.days };
  return { ...noKeys, hex, days, name, dated };
}

/** The file's name of a path; the text itself if it is no path. */
function lastOfPath(text: string): string {
  // `and/or` is no path.
  if (!/[\\/]/.test(text) || !(rootedPath.test(text) || /[^\s./\\@]\.[a-z][a-z\d]{1,4}$/i.test(text))) return text;
  const last = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
  return last.trim() === '' ? text : last;
}

/** An id or a hash typed off a printed page, with letters for the digits that look like them. */
function misreadDigits(typed: string): string | null {
  const digits = typed.toLowerCase().replace(/^0x/, '').replaceAll('-', '');
  if (!/^[0-9a-fol]{20,64}$/.test(digits) || !/\d/.test(digits)) return null;
  return digits.replaceAll('o', '0').replaceAll('l', '1');
}

const bare = (id: string): string => id.replaceAll('-', '');
