import type { LookupKeys, MatchKey } from '../../../shared/bridge/lookup.ts';
import { Blocks } from './blocks.ts';
import { type JoinedText, joined } from './joined-text.ts';
import { foldName, nameWords } from './name-folding.ts';
import { PackedDigits } from './packed-digits.ts';

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
};

export type Match = {
  readonly of: Searchable;
  /** Which of the rows it is: later ones stand behind earlier ones. */
  readonly index: number;
  readonly key: MatchKey;
  /** Where in the key's digits the match begins; 0 for keys without digits. */
  readonly offset: number;
  /** The most telling first. */
  readonly rank: number;
};

const submissionKeys = ['submission-id', 'keccak256', 'blake2b256', 'sha256'] as const;
const recordKeys = ['submission-id', 'block-hash', 'data-hash', 'transaction-hash'] as const;

type Made = { readonly digits: PackedDigits; readonly names: readonly string[]; readonly joinedNames: JoinedText };

/** Rows that belong together, and what searching looks through of them. */
export class SearchRows {
  readonly #blocks = new Blocks<Searchable, Made>(made);

  constructor(rows: readonly Searchable[] = []) {
    this.takeOver(rows);
  }

  get length(): number {
    return this.#blocks.rows.length;
  }

  /** These are all rows from here on. Another array as soon as one of them is another. */
  takeOver(rows: readonly Searchable[]): void {
    this.#blocks.takeOver(rows);
  }

  /** Makes a piece of it before it is needed. False when all of it is made. */
  prepareSome(): boolean {
    return this.#blocks.prepareSome();
  }

  /** In whose id or hashes these digits stand; not many more than `most` of them. */
  byDigits(hex: string, most: number): Match[] {
    const found: Match[] = [];
    for (const { first, made } of this.#blocks.all()) {
      if (found.length >= most) break;
      for (const { index, offset } of made.digits.find(hex)) {
        const of = this.#blocks.rows[first + index];
        const match = of === undefined ? null : keyAt(of, offset, hex.length);
        if (of !== undefined && match !== null) found.push({ of, index: first + index, ...match });
      }
    }
    return found;
  }

  /** In whose names all these words stand, from the end, where the latest stand; no more than `most` of them. */
  byName(name: string, most: number): Match[] {
    const [longest, ...others] = nameWords(name).toSorted((one, other) => other.length - one.length);
    if (longest === undefined) return [];
    const whole = foldName(name);
    const found: Match[] = [];
    for (const { first, made } of this.#blocks.all().toReversed()) {
      for (const index of made.joinedNames.having(longest).reverse()) {
        if (found.length >= most) return found;
        const folded = made.names[index]?.slice(1) ?? '';
        const of = this.#blocks.rows[first + index];
        if (of === undefined || !others.every((word) => folded.includes(word))) continue;
        found.push({ of, index: first + index, key: 'name', offset: 0, rank: folded === whole ? 0 : 3 });
      }
    }
    return found;
  }

  byDays(days: NonNullable<LookupKeys['days']>): Match[] {
    const [from, until] = [Date.parse(days.from), Date.parse(days.until)];
    const found: Match[] = [];
    const { rows } = this.#blocks;
    for (let index = 0; index < rows.length; index += 1) {
      const of = rows[index];
      if (of !== undefined && of.time >= from && of.time < until) {
        found.push({ of, index, key: 'date', offset: 0, rank: 4 });
      }
    }
    return found;
  }
}

function made(rows: readonly Searchable[]): Made {
  // No word has a line end in it: none reaches from one name into the next.
  const names = rows.map(({ name }) => (name === null ? '' : `\n${foldName(name)}`));
  return { digits: new PackedDigits(rows.map((row) => keysOf(row).join(''))), names, joinedNames: joined(names) };
}

/** The digits of the id, then of three hashes; nothing where there is none. */
const keysOf = ({ submissionId, hashes }: Searchable): readonly string[] => [
  digitsIn(submissionId?.replaceAll('-', '').toLowerCase(), 32),
  ...hashes.map((hash) => digitsIn(hash?.slice(2), 64)),
];

const digitsIn = (text: string | undefined, length: number): string =>
  text?.length === length && /^[\da-f]+$/.test(text) ? text : '';

/** The key in which a match begins; null when it reaches over its end into the next. */
function keyAt(of: Searchable, at: number, length: number): Pick<Match, 'key' | 'offset' | 'rank'> | null {
  const names = of.row.kind === 'submission' ? submissionKeys : recordKeys;
  let start = 0;
  for (const [number, digits] of keysOf(of).entries()) {
    const [key, offset] = [names[number], at - start];
    start += digits.length;
    if (key === undefined || at >= start) continue;
    if (at + length > start) return null;
    return { key, offset, rank: length === digits.length ? 0 : offset === 0 ? 1 : 2 };
  }
  return null;
}
