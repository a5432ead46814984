import type { LookupKeys } from '../../../../shared/bridge/lookup.ts';
import {
  cutDigits,
  joinedOverLines,
  wholeHashes,
  wholeIds,
  withoutPasteMarks,
} from '../../../../shared/submissions/submission-id.ts';
import { parseTypedDate } from './typed-dates.ts';

/** One entry of a pasted list, in the pasted order. */
export type PastedEntry = {
  /** The line it stood in, counted from 1. */
  readonly line: number;
  /** What the line says, shortened. */
  readonly text: string;
  readonly holds:
    | { readonly kind: 'id'; readonly id: string }
    | { readonly kind: 'hash'; readonly hex: string }
    /** A piece of an id or a hash. */
    | { readonly kind: 'cut'; readonly hex: string }
    | { readonly kind: 'nothing' };
  /** The index of the first entry with the same key; null when this is the first. */
  readonly repeats: number | null;
};

export type ReadText =
  | { readonly kind: 'empty' }
  | { readonly kind: 'one'; readonly keys: LookupKeys }
  | { readonly kind: 'list'; readonly entries: readonly PastedEntry[] };

const SHOWN_OF_LINE = 120;
const LONGEST_NAME = 500;
/** Looked at from their first sign alone: a long run of them in the middle would else be gone through from each. */
const endMarks = /(?<!["'“”„‘’«»>)\]},;])["'“”„‘’«»>)\]},;]+$/;
/** Longer texts hold lists; what is a name or a date is short. */
const LONGEST_SINGLE = 2_000;

/** What a person typed or pasted into the look-up box. Never throws; takes time in proportion to the text. */
export function readLookupText(text: string, locale: string | undefined, now: number): ReadText {
  const clean = withoutPasteMarks(text);
  if (clean.trim() === '') return { kind: 'empty' };
  const joined = joinedOverLines(clean);
  const entries = readEntries(joined);
  const keys = new Set(entries.flatMap(({ holds }) => (holds.kind === 'nothing' ? [] : [keyOf(holds)])));
  const ids = new Set(entries.flatMap(({ holds }) => (holds.kind === 'id' ? [holds.id] : [])));
  // A whole mail around one id asks about that id.
  const [id] = ids;
  if (id !== undefined && keys.size === 1) return { kind: 'one', keys: { id, hex: bare(id), days: null, name: null } };
  if (keys.size > 1) return { kind: 'list', entries };
  const lines = entries.length;
  const [hash] = entries.flatMap(({ holds }) => (holds.kind === 'hash' ? [holds.hex] : []));
  if (hash !== undefined) return { kind: 'one', keys: { id: null, hex: hash, days: null, name: null } };
  if (lines > 1 && joined.length > LONGEST_SINGLE) return { kind: 'list', entries };
  return { kind: 'one', keys: readSingle(joined, locale, now) };
}

/** The entries of a clean text: every whole key of a line, else its piece of one, else the line as it is. */
function readEntries(clean: string): readonly PastedEntry[] {
  const entries: PastedEntry[] = [];
  const first = new Map<string, number>();
  const add = (line: number, text: string, holds: PastedEntry['holds']): void => {
    const key = keyOf(holds);
    const repeats = key === null ? null : (first.get(key) ?? null);
    if (key !== null && repeats === null) first.set(key, entries.length);
    entries.push({ line, text, holds, repeats });
  };
  for (const [index, row] of clean.split(/\r\n|[\n\r\v\f\u2028\u2029]/).entries()) {
    const text = row.trim().replace(/\s+/g, ' ');
    if (text === '') continue;
    const ids = wholeIds(row);
    const hashes = ids.length > 0 ? [] : wholeHashes(row);
    const cut = ids.length + hashes.length > 0 ? null : cutDigits(row);
    const shown = text.length > SHOWN_OF_LINE ? `${text.slice(0, SHOWN_OF_LINE)}…` : text;
    const rowIds = new Set(ids);
    // A row of a table may name its id twice (as text and as a link): one row, one entry.
    for (const id of rowIds) add(index + 1, rowIds.size === 1 ? shown : id, { kind: 'id', id });
    // The hashes of one row are those of one submission.
    const [hash] = hashes;
    if (hash !== undefined) add(index + 1, shown, { kind: 'hash', hex: hash });
    else if (cut !== null) add(index + 1, shown, { kind: 'cut', hex: cut });
    else if (rowIds.size === 0) add(index + 1, shown, { kind: 'nothing' });
  }
  return entries;
}

function keyOf(holds: PastedEntry['holds']): string | null {
  if (holds.kind === 'nothing') return null;
  return holds.kind === 'id' ? holds.id : holds.hex;
}

function readSingle(clean: string, locale: string | undefined, now: number): LookupKeys {
  const bareText = clean
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^["'“”„‘’«»<([{]+/, '')
    .replace(endMarks, '')
    .trim();
  const typed = bareText === '' ? clean.trim() : bareText;
  const digits = /^[0-9a-f-]+$/i.test(typed.replace(/^0x/i, ''))
    ? bare(typed.replace(/^0x/i, '').toLowerCase())
    : cutDigits(typed);
  const hex = digits !== null && /^[0-9a-f]{4,64}$/.test(digits) ? digits : null;
  return { id: null, hex, days: parseTypedDate(typed, locale, now), name: typed.slice(0, LONGEST_NAME) };
}

function bare(id: string): string {
  return id.replaceAll('-', '');
}
