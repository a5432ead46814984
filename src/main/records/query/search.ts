import type { LookupKeys, MatchKey } from '../../../shared/bridge/lookup.ts';
import { foldName, nameWords } from '../../../shared/name-folding.ts';

/** What can be found: a file of this app, by its number in the journal, or a record of the service. */
export type FoundRow =
  | { readonly kind: 'submission'; readonly id: number }
  | { readonly kind: 'record'; readonly id: string };

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

const ID_DIGITS = 32;
const HASH_DIGITS = 64;
const submissionKeys = ['submission-id', 'keccak256', 'blake2b256', 'sha256'] as const;
const recordKeys = ['submission-id', 'block-hash', 'data-hash', 'transaction-hash'] as const;

/** So many hits are ranked; a part that fits more of them says too little. */
const RANKED = 2_000;

type Found = {
  readonly of: Searchable;
  readonly place: number;
  readonly key: MatchKey;
  readonly offset: number;
  readonly rank: number;
};

/**
 * What fits any of the keys, the most telling match first, then the latest; each submission once. `limit` bounds the
 * answer. Fewer than `limit`: there are no more.
 */
export function search(rows: readonly Searchable[], keys: LookupKeys, limit: number): Hit[] {
  const found = [...byDigits(rows, keys.hex), ...byName(rows, keys.name), ...byDays(rows, keys.days)];
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

function byDigits(rows: readonly Searchable[], hex: string | null): Found[] {
  if (hex === null) return [];
  const found: Found[] = [];
  for (let place = 0; place < rows.length && found.length < RANKED; place += 1) {
    const of = rows[place];
    if (of === undefined) continue;
    of.digits ??= digitsOf(of);
    for (let at = of.digits.indexOf(hex); at >= 0; at = of.digits.indexOf(hex, at + 1)) {
      found.push({ of, place, ...keyAt(of, at, hex.length) });
    }
  }
  return found;
}

/** Id and hashes in lines of their own, so that no match reaches over the end of one into the next. */
function digitsOf({ submissionId, hashes: [first, second, third] }: Searchable): string {
  const id = bareDigits(submissionId ?? '').toLowerCase();
  return `${id.length === ID_DIGITS ? id : ''}\n${hashDigits(first)}\n${hashDigits(second)}\n${hashDigits(third)}`;
}

const bareDigits = (id: string): string => id.replaceAll('-', '');

const hashDigits = (hash: string | null): string => (hash?.length === HASH_DIGITS + 2 ? hash.slice(2) : '');

/** The key in which a match begins. */
function keyAt(of: Searchable, at: number, length: number): Pick<Found, 'key' | 'offset' | 'rank'> {
  const before = (of.digits ?? '').slice(0, at);
  const offset = at - before.lastIndexOf('\n') - 1;
  const number = before.split('\n').length - 1;
  const key = (of.row.kind === 'submission' ? submissionKeys : recordKeys)[number] ?? 'submission-id';
  const isWhole = length === (number === 0 ? ID_DIGITS : HASH_DIGITS);
  return { key, offset, rank: isWhole ? 0 : offset === 0 ? 1 : 2 };
}

function byName(rows: readonly Searchable[], name: string | null): Found[] {
  const [longest, ...others] = nameWords(name ?? '').toSorted((one, other) => other.length - one.length);
  if (longest === undefined) return [];
  const whole = foldName(name ?? '');
  const found: Found[] = [];
  // From the end, where the latest stand, for the rare name that thousands share.
  for (let place = rows.length - 1; place >= 0 && found.length < RANKED; place -= 1) {
    const of = rows[place];
    if (of === undefined || of.name === null) continue;
    of.folded ??= foldName(of.name);
    const { folded } = of;
    if (!folded.includes(longest) || !others.every((word) => folded.includes(word))) continue;
    found.push({ of, place, key: 'name', offset: 0, rank: folded === whole ? 0 : 3 });
  }
  return found;
}

function byDays(rows: readonly Searchable[], days: LookupKeys['days']): Found[] {
  if (days === null) return [];
  const [from, until] = [Date.parse(days.from), Date.parse(days.until)];
  const found: Found[] = [];
  for (const [place, of] of rows.entries()) {
    if (of.time >= from && of.time < until) found.push({ of, place, key: 'date', offset: 0, rank: 4 });
  }
  return found;
}
