import type { LookupKeys, MatchKey } from '../../shared/bridge/lookup.ts';
import { foldName } from './name-folding.ts';

/** One row that can be found: a file of this app, or a record of the service. */
export type Entry = {
  readonly accountId: string;
  readonly row: { readonly kind: 'submission'; readonly id: number } | { readonly kind: 'record'; readonly id: string };
  readonly submissionId: string | null;
  /** For a submission its name; null for a record. */
  readonly name: string | null;
  /** UTC instant. */
  readonly at: string | null;
  /** For a submission its Keccak-256, BLAKE2b-256 and SHA-256; for a record its block, data and transaction hash. */
  readonly hashes: readonly [string | null, string | null, string | null];
};

export type Hit = {
  readonly accountId: string;
  readonly row: Entry['row'];
  readonly key: MatchKey;
  /** Where in the key's digits the match begins; 0 for keys without digits. */
  readonly offset: number;
};

const ID_DIGITS = 32;
const HASH_DIGITS = 64;
/** Where each key of a row begins, and how long it is, in digits: the id, then three hashes. */
const SLOTS = [
  { start: 0, length: ID_DIGITS },
  { start: ID_DIGITS, length: HASH_DIGITS },
  { start: ID_DIGITS + HASH_DIGITS, length: HASH_DIGITS },
  { start: ID_DIGITS + 2 * HASH_DIGITS, length: HASH_DIGITS },
] as const;
const DIGITS = ID_DIGITS + 3 * HASH_DIGITS;
/** Two digits to a byte: a byte is rare where a digit is not, so that far less has to be looked at. */
const WIDTH = DIGITS / 2;

const submissionKeys = ['submission-id', 'keccak256', 'blake2b256', 'sha256'] as const;
const recordKeys = ['submission-id', 'block-hash', 'data-hash', 'transaction-hash'] as const;

const DIGIT_SIGNS = '0123456789abcdef';

/** So many hits are ranked; a part that fits more of them says too little. */
const RANKED = 2_000;

/**
 * All that can be searched, in memory: the digits of ids and hashes in one block of fixed width that is gone through in
 * one sweep, so that any part of any key is found; names folded; times as numbers. A few hundred bytes for
 * each row.
 */
export class SearchIndex {
  #digits = Buffer.alloc(WIDTH * 1024);
  /** Which of its keys each row has, a bit for each. */
  readonly #present: number[] = [];
  readonly #rows: { accountId: string; row: Entry['row']; submission: string }[] = [];
  readonly #names: string[] = [];
  readonly #times: number[] = [];
  readonly #places = new Map<string, number>();
  readonly #gone = new Set<string>();

  get size(): number {
    return this.#rows.length;
  }

  /** Adds a row, or puts it in the place of what it was before. */
  put(entry: Entry): void {
    const { accountId, row } = entry;
    if (this.#gone.has(accountId)) return;
    const place = `${row.kind} ${accountId} ${row.id}`;
    const index = this.#places.get(place) ?? this.#rows.length;
    this.#places.set(place, index);
    if ((index + 1) * WIDTH > this.#digits.length) {
      const larger = Buffer.alloc(this.#digits.length * 2);
      this.#digits.copy(larger);
      this.#digits = larger;
    }
    const submission = entry.submissionId?.replaceAll('-', '').toLowerCase() ?? '';
    this.#rows[index] = { accountId, row, submission };
    this.#names[index] = entry.name === null ? '' : foldName(entry.name);
    this.#times[index] = entry.at === null ? Number.NaN : Date.parse(entry.at);
    const start = index * WIDTH;
    this.#digits.fill(0, start, start + WIDTH);
    let present = 0;
    for (const [slot, key] of [submission, ...entry.hashes].entries()) {
      const place = SLOTS[slot];
      const digits = key?.replace(/^0x/, '') ?? '';
      if (place === undefined || digits.length !== place.length || !/^[0-9a-f]+$/.test(digits)) continue;
      this.#digits.write(digits, start + place.start / 2, 'hex');
      present |= 1 << slot;
    }
    this.#present[index] = present;
  }

  /** Nothing of this account is found from here on, whatever is put in later. */
  forget(account: string): void {
    if (this.#gone.has(account)) return;
    this.#gone.add(account);
    for (const [index, { accountId }] of this.#rows.entries()) {
      if (accountId !== account) continue;
      this.#present[index] = 0;
      this.#names[index] = '';
      this.#times[index] = Number.NaN;
    }
  }

  /**
   * What fits any of the keys, the most telling match first, then the latest; each submission once. `limit` bounds the
   * answer. Fewer than `limit`: there are no more.
   */
  search(keys: LookupKeys, limit: number): Hit[] {
    const found = [...this.#byDigits(keys.hex), ...this.#byName(keys.name), ...this.#byDays(keys.days)];
    found.sort((one, other) => one.rank - other.rank || this.#laterFirst(one.index, other.index));
    const seen = new Set<string>();
    const hits: Hit[] = [];
    for (const { index, key, offset } of found) {
      const of = this.#rows[index];
      if (of === undefined) continue;
      const { accountId, row, submission } = of;
      const same = submission === '' ? `${row.kind} ${row.id}` : `${accountId} ${submission}`;
      if (seen.has(same)) continue;
      seen.add(same);
      hits.push({ accountId, row, key, offset });
      if (hits.length === limit) break;
    }
    return hits;
  }

  #laterFirst(one: number, other: number): number {
    return (this.#times[other] || 0) - (this.#times[one] || 0) || other - one;
  }

  *#byDigits(hex: string | null): Generator<Found> {
    if (hex === null) return;
    let count = 0;
    // A part may begin in the middle of a byte.
    for (const shift of [0, 1]) {
      const bytes = Buffer.from(hex.slice(shift), 'hex');
      const [single] = bytes.length === 1 ? bytes : [];
      const needle = single ?? bytes;
      const used = this.#digits.subarray(0, this.#rows.length * WIDTH);
      for (let at = used.indexOf(needle); at >= 0 && count < RANKED; at = used.indexOf(needle, this.#after(at))) {
        const found = this.#foundAt(at * 2 - shift, hex);
        if (found === null) continue;
        count += 1;
        yield found;
      }
    }
  }

  /** Where to look on. The noughts that stand for a key that a row has not are stepped over as one. */
  #after(at: number): number {
    const index = Math.floor(at / WIDTH);
    const slot = slotOf((at - index * WIDTH) * 2);
    const place = SLOTS[slot];
    if (place === undefined || this.#has(index, slot)) return at + 1;
    return index * WIDTH + (place.start + place.length) / 2;
  }

  #has(index: number, slot: number): boolean {
    return ((this.#present[index] ?? 0) & (1 << slot)) !== 0;
  }

  /** The row and key in which digits stand, when they do: bytes alone leave the digits at either end open. */
  #foundAt(digit: number, hex: string): Found | null {
    if (digit < 0) return null;
    const index = Math.floor(digit / DIGITS);
    const within = digit - index * DIGITS;
    const slot = slotOf(within);
    const place = SLOTS[slot];
    if (place === undefined || !this.#has(index, slot)) return null;
    const offset = within - place.start;
    if (offset + hex.length > place.length) return null;
    if (this.#digitAt(digit) !== hex[0] || this.#digitAt(digit + hex.length - 1) !== hex.at(-1)) return null;
    const key = (this.#rows[index]?.row.kind === 'submission' ? submissionKeys : recordKeys)[slot];
    if (key === undefined) return null;
    return { index, key, offset, rank: hex.length === place.length ? 0 : offset === 0 ? 1 : 2 };
  }

  #digitAt(digit: number): string | undefined {
    const byte = this.#digits[digit >> 1] ?? 0;
    return DIGIT_SIGNS[digit % 2 === 0 ? byte >> 4 : byte & 15];
  }

  *#byName(name: string | null): Generator<Found> {
    if (name === null) return;
    const words = nameWords(name);
    const [longest, ...others] = words.toSorted((one, other) => other.length - one.length);
    if (longest === undefined) return;
    let count = 0;
    // From the end, where the latest stand, for the rare name that thousands share.
    for (let index = this.#names.length - 1; index >= 0 && count < RANKED; index -= 1) {
      const candidate = this.#names[index];
      if (candidate === undefined || candidate === '' || !candidate.includes(longest)) continue;
      if (others.length > 0 && !others.every((word) => candidate.includes(word))) continue;
      count += 1;
      yield { index, key: 'name', offset: 0, rank: candidate === foldName(name) ? 0 : 3 };
    }
  }

  *#byDays(days: LookupKeys['days']): Generator<Found> {
    if (days === null) return;
    const from = Date.parse(days.from);
    const until = Date.parse(days.until);
    for (const [index, time] of this.#times.entries()) {
      if (time >= from && time < until) yield { index, key: 'date', offset: 0, rank: 4 };
    }
  }
}

type Found = { readonly index: number; readonly key: MatchKey; readonly offset: number; readonly rank: number };

function slotOf(digit: number): number {
  return digit < ID_DIGITS ? 0 : 1 + Math.floor((digit - ID_DIGITS) / HASH_DIGITS);
}

/** What of a typed name must be in a file's name: each of its words, folded. */
export function nameWords(name: string): readonly string[] {
  return foldName(name)
    .split(/\s+/)
    .filter((word) => word !== '');
}
