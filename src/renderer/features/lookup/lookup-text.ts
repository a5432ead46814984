import { type LookupKeys, noKeys } from '../../../shared/lookup-keys.ts';
import { wholeHashes, wholeIds, withoutPasteMarks } from '../../../shared/submissions/submission-id.ts';
import { parseTypedDate } from './typed-dates.ts';

/** One line of a pasted list that is not empty. */
export type PastedEntry = {
  readonly line: number;
  readonly text: string;
  readonly content:
    | { readonly kind: 'id'; readonly id: string }
    | { readonly kind: 'hash'; readonly hex: string }
    /** A name, a date or part of an id. `asked` is the full text. */
    | { readonly kind: 'text'; readonly asked: string };
  /** The key of its answer. Lines with the same id or hash share it. */
  readonly key: string;
};

export type ReadText =
  | { readonly kind: 'empty' }
  | { readonly kind: 'one'; readonly keys: LookupKeys }
  | { readonly kind: 'list'; readonly entries: readonly PastedEntry[] };

const LONGEST_SHOWN_LINE = 120;
const LONGEST_NAME = 500;
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
  const keys = new Set(entries.flatMap(({ content, key }) => (content.kind === 'text' ? [] : [key])));
  if (keys.size > 1 || (keys.size === 0 && entries.length > 1)) return { kind: 'list', entries };
  const only = entries.find(({ content }) => content.kind !== 'text');
  return { kind: 'one', keys: only === undefined ? keysOfText(clean, locale, now) : keysOfEntry(only, locale, now) };
}

export function keysOfEntry({ content }: PastedEntry, locale: string | undefined, now: number): LookupKeys {
  switch (content.kind) {
    case 'id':
      return { ...noKeys, id: content.id, hex: withoutHyphens(content.id) };
    case 'hash':
      return { ...noKeys, hex: content.hex };
    case 'text':
      return keysOfText(content.asked, locale, now);
  }
}

function readEntries(clean: string): readonly PastedEntry[] {
  const entries: PastedEntry[] = [];
  for (const [index, raw] of clean.split(/\r\n|[\n\r\v\f\u2028\u2029]/).entries()) {
    const line = raw.trim().replace(/\s+/g, ' ');
    if (line === '') continue;
    const text = line.length > LONGEST_SHOWN_LINE ? `${line.slice(0, LONGEST_SHOWN_LINE)}…` : line;
    const content = contentOf(line);
    const key = content.kind === 'id' ? content.id : content.kind === 'hash' ? content.hex : `line ${index + 1}`;
    entries.push({ line: index + 1, text, content, key });
  }
  return entries;
}

/** The first id in a line, else its first hash, else the line as a name. */
function contentOf(line: string): PastedEntry['content'] {
  const [id] = wholeIds(line);
  if (id !== undefined) return { kind: 'id', id };
  const [hex] = wholeHashes(line);
  return hex !== undefined ? { kind: 'hash', hex } : { kind: 'text', asked: line.slice(0, LONGEST_PATH) };
}

function keysOfText(text: string, locale: string | undefined, now: number): LookupKeys {
  const line = text.trim().replace(/\s+/g, ' ').slice(0, LONGEST_PATH);
  const fileNamePart = fileNameOf(line.replace(quotes, '').trim());
  const typed = fileNamePart === '' ? line : fileNamePart;
  const digits = withoutHyphens(typed.replace(/^0x/i, '').toLowerCase());
  const hex = /^[0-9a-f]{4,64}$/.test(digits) ? digits : null;
  const name = typed.slice(0, LONGEST_NAME);
  // A file name with an extension is not a date, even if it contains one.
  const days = fileName.test(name) ? null : parseTypedDate(typed, locale, now);
  return { ...noKeys, hex, days, name };
}

/** The file name in a path. If the text is not a path, the text itself. */
function fileNameOf(text: string): string {
  // `and/or` is not a path.
  if (!/[\\/]/.test(text) || !(rootedPath.test(text) || /[^\s./\\@]\.[a-z][a-z\d]{1,4}$/i.test(text))) return text;
  const last = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
  return last.trim() === '' ? text : last;
}

const withoutHyphens = (id: string): string => id.replaceAll('-', '');
