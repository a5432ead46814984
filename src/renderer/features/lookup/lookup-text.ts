import { type LookupKeys, noKeys } from '../../../shared/lookup-keys.ts';
import { wholeHashes, wholeIds, withoutPasteMarks } from '../../../shared/submissions/submission-id.ts';
import { parseTypedDate } from './typed-dates.ts';

/** One line of a pasted list that is not empty. */
export type PastedEntry = {
  /** Counted from 1. */
  readonly line: number;
  /** The text of the line, shortened. */
  readonly text: string;
  readonly holds:
    | { readonly kind: 'id'; readonly id: string }
    | { readonly kind: 'hash'; readonly hex: string }
    /** A name, a date or part of an id. `asked` is the full text. */
    | { readonly kind: 'text'; readonly asked: string };
  /** The key of its answer. Lines with the same question share it. */
  readonly key: string;
  /** The index of the first entry with the same question; null for the first. */
  readonly repeats: number | null;
};

export type ReadText =
  | { readonly kind: 'empty' }
  | { readonly kind: 'one'; readonly keys: LookupKeys }
  | { readonly kind: 'list'; readonly entries: readonly PastedEntry[] };

const SHOWN_OF_LINE = 120;
const LONGEST_NAME = 500;
/** A longer line is not a path. */
const LONGEST_PATH = 5_000;
const rootedPath = /^(?:[a-z]:[\\/]|\\\\|~?\/|\.{1,2}[\\/]|file:)/i;
const fileName = /^[^/@]*[^\s/@.]\.[a-z][a-z\d]{1,4}$/i;
const quotes = /^["'“”„‘’«»]+|(?<!["'“”„‘’«»])["'“”„‘’«»]+$/g;

/** Reads text that was typed or pasted into the look-up box. Never throws. Takes linear time. */
export function readLookupText(text: string, locale: string | undefined, now: number): ReadText {
  const clean = withoutPasteMarks(text);
  if (clean.trim() === '') return { kind: 'empty' };
  const entries = readEntries(clean);
  // If a whole mail contains a single id, the question is that id.
  const keys = new Set(entries.flatMap(({ holds, key }) => (holds.kind === 'text' ? [] : [key])));
  if (keys.size > 1 || (keys.size === 0 && entries.length > 1)) return { kind: 'list', entries };
  const only = entries.find(({ holds }) => holds.kind !== 'text');
  return { kind: 'one', keys: only === undefined ? keysOfText(clean, locale, now) : keysOfEntry(only, locale, now) };
}

export function keysOfEntry({ holds }: PastedEntry, locale: string | undefined, now: number): LookupKeys {
  switch (holds.kind) {
    case 'id':
      return { ...noKeys, id: holds.id, hex: bare(holds.id) };
    case 'hash':
      return { ...noKeys, hex: holds.hex };
    case 'text':
      return keysOfText(holds.asked, locale, now);
  }
}

function readEntries(clean: string): readonly PastedEntry[] {
  const entries: PastedEntry[] = [];
  const first = new Map<string, number>();
  for (const [index, raw] of clean.split(/\r\n|[\n\r\v\f\u2028\u2029]/).entries()) {
    const line = raw.trim().replace(/\s+/g, ' ');
    if (line === '') continue;
    const text = line.length > SHOWN_OF_LINE ? `${line.slice(0, SHOWN_OF_LINE)}…` : line;
    const holds = heldBy(line);
    const same = holds.kind === 'id' ? holds.id : holds.kind === 'hash' ? holds.hex : `“${holds.asked.toLowerCase()}`;
    const repeats = first.get(same) ?? null;
    if (repeats === null) first.set(same, entries.length);
    const own = holds.kind === 'text' ? `line ${index + 1}` : same;
    const key = repeats === null ? own : (entries[repeats]?.key ?? own);
    entries.push({ line: index + 1, text, holds, key, repeats });
  }
  return entries;
}

/** The first id in a line, else its first hash, else the line as a name. */
function heldBy(line: string): PastedEntry['holds'] {
  const [id] = wholeIds(line);
  if (id !== undefined) return { kind: 'id', id };
  const [hex] = wholeHashes(line);
  return hex !== undefined ? { kind: 'hash', hex } : { kind: 'text', asked: line.slice(0, LONGEST_PATH) };
}

function keysOfText(text: string, locale: string | undefined, now: number): LookupKeys {
  const line = text.trim().replace(/\s+/g, ' ').slice(0, LONGEST_PATH);
  const plain = lastOfPath(line.replace(quotes, '').trim());
  const typed = plain === '' ? line : plain;
  const digits = bare(typed.replace(/^0x/i, '').toLowerCase());
  const hex = /^[0-9a-f]{4,64}$/.test(digits) ? digits : null;
  const name = typed.slice(0, LONGEST_NAME);
  // A file name with an extension is not a date, even if it contains one.
  const days = fileName.test(name) ? null : parseTypedDate(typed, locale, now);
  return { ...noKeys, hex, days, name };
}

/** The file's name of a path; the text itself if it is no path. */
function lastOfPath(text: string): string {
  // `and/or` is not a path.
  if (!/[\\/]/.test(text) || !(rootedPath.test(text) || /[^\s./\\@]\.[a-z][a-z\d]{1,4}$/i.test(text))) return text;
  const last = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
  return last.trim() === '' ? text : last;
}

const bare = (id: string): string => id.replaceAll('-', '');
