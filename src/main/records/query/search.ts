import type { LookupKeys, MatchKey } from '../../../shared/bridge/lookup.ts';
import { foldName, nameWords } from './name-folding.ts';

/** What can be found: a file of this app, by its number in the journal, or a record of the service. */
type FoundRow = { readonly kind: 'submission'; readonly id: number } | { readonly kind: 'record'; readonly id: string };

export type Searchable = {
  readonly accountId: string;
  readonly row: FoundRow;
  /** Its 32 digits; others are found by nothing. */
  readonly submissionId: string | null;
  /** A file's name; null for a record. */
  readonly name: string | null;
  /** Epoch milliseconds; NaN where there is none. */
  readonly time: number;
  /** A file's Keccak-256, BLAKE2b-256 and SHA-256, a record's block, data and transaction hash; with `0x`. */
  readonly hashes: readonly [string | null, string | null, string | null];
  /** The digits of the id and the hashes, and the name folded; made when they are first needed. */
  digits: string | null;
  folded: string | null;
};

export type Hit = {
  readonly accountId: string;
  readonly row: FoundRow;
  readonly key: MatchKey;
  /** Where in the key's digits the match begins; 0 for keys without digits. */
  readonly offset: number;
};

/** Where each key of a row begins in the text of its digits, and how long it is: the id, then three hashes. */
const KEYS = [
  { start: 0, length: 32 },
  { start: 32, length: 64 },
  { start: 96, length: 64 },
  { start: 160, length: 64 },
] as const;
const WIDTH = 224;
const NO_ID = '-'.repeat(32);
const NO_HASH = '-'.repeat(64);
const submissionKeys = ['submission-id', 'keccak256', 'blake2b256', 'sha256'] as const;
const recordKeys = ['submission-id', 'block-hash', 'data-hash', 'transaction-hash'] as const;

/** So many hits are ranked; a part that fits more of them says too little. */
const RANKED = 2_000;
/** So many rows have their digits in one text, which is looked through many times as fast as each by itself. */
const ROWS_IN_TEXT = 100_000;

type Found = {
  readonly of: Searchable;
  /** Later ones stand behind earlier ones. */
  readonly place: number;
  readonly key: MatchKey;
  readonly offset: number;
  readonly rank: number;
};

/** Rows that belong together: another array as soon as one of them is another. */
export type Rows = readonly Searchable[];

/**
 * What fits any of the keys, the most telling match first, then the latest; each submission once. `limit` bounds the
 * answer. Fewer than `limit`: there are no more.
 */
export function search(sources: readonly Rows[], keys: LookupKeys, limit: number): Hit[] {
  const found = [...byDigits(sources, keys.hex), ...byName(sources, keys.name), ...byDays(sources, keys.days)];
  found.sort((one, other) => one.rank - other.rank || laterFirst(one, other));
  const seen = new Set<string>();
  const hits: Hit[] = [];
  for (const { of, key, offset } of found) {
    const { accountId, row } = of;
    const same =
      of.submissionId === null ? `${row.kind} ${row.id}` : `${accountId} ${bareDigits(of.submissionId).toLowerCase()}`;
    if (seen.has(same)) continue;
    seen.add(same);
    hits.push({ accountId, row, key, offset });
    if (hits.length === limit) break;
  }
  return hits;
}

const laterFirst = (one: Found, other: Found): number =>
  (other.of.time || 0) - (one.of.time || 0) || other.place - one.place;

function byDigits(sources: readonly Rows[], hex: string | null): Found[] {
  if (hex === null) return [];
  const found: Found[] = [];
  let before = 0;
  for (const rows of sources) {
    for (const [number, text] of textsOf(rows).entries()) {
      const first = number * ROWS_IN_TEXT;
      for (let at = text.indexOf(hex); at >= 0 && found.length < RANKED; at = text.indexOf(hex, at + 1)) {
        const index = first + Math.floor(at / WIDTH);
        const of = rows[index];
        const match = of === undefined ? null : keyAt(of, at % WIDTH, hex.length);
        if (of !== undefined && match !== null) found.push({ of, place: before + index, ...match });
      }
    }
    before += rows.length;
  }
  return found;
}

const texts = new WeakMap<Rows, readonly string[]>();

function textsOf(rows: Rows): readonly string[] {
  let made = texts.get(rows);
  if (made === undefined) {
    made = Array.from({ length: Math.ceil(rows.length / ROWS_IN_TEXT) }, (_, number) =>
      rows
        .slice(number * ROWS_IN_TEXT, (number + 1) * ROWS_IN_TEXT)
        .map(digitsOf)
        .join(''),
    );
    texts.set(rows, made);
  }
  return made;
}

function digitsOf(row: Searchable): string {
  const [first, second, third] = row.hashes;
  row.digits ??= `${idDigits(row.submissionId)}${hashDigits(first)}${hashDigits(second)}${hashDigits(third)}`;
  return row.digits;
}

function idDigits(id: string | null): string {
  const digits = id === null ? '' : bareDigits(id).toLowerCase();
  return digits.length === NO_ID.length ? digits : NO_ID;
}

const bareDigits = (id: string): string => id.replaceAll('-', '');

const hashDigits = (hash: string | null): string => (hash?.length === NO_HASH.length + 2 ? hash.slice(2) : NO_HASH);

/** The key in which a match begins; null when it reaches over its end into the next. */
function keyAt({ row }: Searchable, at: number, length: number): Pick<Found, 'key' | 'offset' | 'rank'> | null {
  const number = KEYS.findLastIndex(({ start }) => start <= at);
  const key = (row.kind === 'submission' ? submissionKeys : recordKeys)[number];
  const place = KEYS[number];
  if (place === undefined || key === undefined) return null;
  const offset = at - place.start;
  if (offset + length > place.length) return null;
  return { key, offset, rank: length === place.length ? 0 : offset === 0 ? 1 : 2 };
}

function byName(sources: readonly Rows[], name: string | null): Found[] {
  const [longest, ...others] = nameWords(name ?? '').toSorted((one, other) => other.length - one.length);
  if (longest === undefined) return [];
  const whole = foldName(name ?? '');
  const found: Found[] = [];
  for (const rows of sources) {
    // From the end, where the latest stand, for the rare name that thousands share.
    for (let place = rows.length - 1; place >= 0 && found.length < RANKED; place -= 1) {
      const of = rows[place];
      if (of === undefined || of.name === null) continue;
      of.folded ??= foldName(of.name);
      const { folded } = of;
      if (!folded.includes(longest) || !others.every((word) => folded.includes(word))) continue;
      found.push({ of, place, key: 'name', offset: 0, rank: folded === whole ? 0 : 3 });
    }
  }
  return found;
}

function byDays(sources: readonly Rows[], days: LookupKeys['days']): Found[] {
  if (days === null) return [];
  const [from, until] = [Date.parse(days.from), Date.parse(days.until)];
  const found: Found[] = [];
  for (const rows of sources) {
    for (let place = 0; place < rows.length; place += 1) {
      const of = rows[place];
      if (of !== undefined && of.time >= from && of.time < until) {
        found.push({ of, place, key: 'date', offset: 0, rank: 4 });
      }
    }
  }
  return found;
}
