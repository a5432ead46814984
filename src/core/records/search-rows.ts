import type { MatchKey } from '../../shared/bridge/lookup.ts';
import type { LookupDays } from '../../shared/lookup-keys.ts';
import { Blocks } from './blocks.ts';
import { type JoinedText, joined } from './joined-text.ts';
import { foldAccented, foldName } from './name-folding.ts';
import { PackedDigits } from './packed-digits.ts';
import { type AskedName, digitsFit, nameFit, rankOf } from './ranking.ts';

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

/** So many that fit equally well are kept: those that came last. */
const MOST_OF_A_RANK = 500;
/** Digits that fit more say too little. */
const MOST_LOOKED_AT = 10_000;

const submissionKeys = ['submission-id', 'keccak256', 'blake2b256', 'sha256'] as const;
const recordKeys = ['submission-id', 'block-hash', 'data-hash', 'transaction-hash'] as const;

type Made = { readonly digits: PackedDigits; readonly names: readonly string[]; readonly joinedNames: JoinedText };

/** Rows that belong together, and what searching looks through of them. */
export class SearchRows {
  readonly #blocks = new Blocks<Searchable, Made>(made);

  constructor(rows: readonly Searchable[] = []) {
    this.takeOver(rows);
  }

  get rows(): readonly Searchable[] {
    return this.#blocks.rows;
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

  /** In whose id or hashes these digits stand. */
  byDigits(hex: string): Match[] {
    const found = new OfEachRank();
    let lookedAt = 0;
    for (const { first, made } of this.#blocks.all().toReversed()) {
      if (lookedAt >= MOST_LOOKED_AT) break;
      for (const { index, offset } of made.digits.find(hex).reverse()) {
        lookedAt += 1;
        const of = this.#blocks.rows[first + index];
        const match = of === undefined ? null : keyAt(of, offset, hex.length);
        if (of !== undefined && match !== null) found.add({ of, index: first + index, ...match });
      }
    }
    return found.all;
  }

  /** In whose names all these words stand. `days`: of these alone. */
  byName(asked: AskedName, days: LookupDays | null): Match[] {
    const [longest] = asked.words;
    if (longest === undefined) return [];
    const isWanted = days === null ? () => true : within(days);
    const found = new OfEachRank();
    for (const { first, made } of this.#blocks.all().toReversed()) {
      for (const index of made.joinedNames.having(longest).reverse()) {
        const of = this.#blocks.rows[first + index];
        if (of === undefined || !isWanted(of)) continue;
        const folded = nameFit(made.names[index] ?? '', asked);
        // `Ubergabe.pdf` is found by `Übergabe.pdf`, but what is called so comes before it.
        const isOther = folded === 'exact name' && foldAccented(of.name ?? '') !== asked.accented;
        const fit = isOther ? 'exact name without its ending' : folded;
        if (fit !== null) found.add({ of, index: first + index, key: 'name', offset: 0, rank: rankOf(fit) });
      }
    }
    return found.all;
  }

  byDays(days: LookupDays): Match[] {
    const isWanted = within(days);
    const found: Match[] = [];
    const { rows } = this.#blocks;
    for (let index = 0; index < rows.length; index += 1) {
      const of = rows[index];
      if (of !== undefined && isWanted(of)) found.push({ of, index, key: 'date', offset: 0, rank: rankOf('day') });
    }
    return found;
  }

  /** Every row that has a name, with it as it is compared. */
  *named(): Generator<{ readonly of: Searchable; readonly index: number; readonly folded: string }> {
    for (const { first, made } of this.#blocks.all()) {
      for (let index = 0; index < made.names.length; index += 1) {
        const [of, folded] = [this.#blocks.rows[first + index], made.names[index]];
        if (of !== undefined && folded !== undefined && folded !== '') yield { of, index: first + index, folded };
      }
    }
  }

  /** In whose digits these stand, and where among all of its digits. */
  *withDigits(hex: string): Generator<{ readonly of: Searchable; readonly index: number; readonly offset: number }> {
    for (const { first, made } of this.#blocks.all()) {
      for (const { index, offset } of made.digits.find(hex)) {
        const of = this.#blocks.rows[first + index];
        if (of !== undefined) yield { of, index: first + index, offset };
      }
    }
  }
}

class OfEachRank {
  readonly all: Match[] = [];
  readonly #counts: number[] = [];

  add(match: Match): void {
    const count = (this.#counts[match.rank] ?? 0) + 1;
    this.#counts[match.rank] = count;
    if (count <= MOST_OF_A_RANK) this.all.push(match);
  }
}

function within(days: LookupDays): (of: Searchable) => boolean {
  const [from, until] = [Date.parse(days.from), Date.parse(days.until)];
  return ({ time }) => time >= from && time < until;
}

function made(rows: readonly Searchable[]): Made {
  // No word has a line end in it: none reaches from one name into the next.
  const names = rows.map(({ name }) => (name === null ? '' : foldName(name)));
  const joinedNames = joined(names.map((name) => (name === '' ? '' : `\n${name}`)));
  return { digits: new PackedDigits(rows.map((row) => keysOf(row).join(''))), names, joinedNames };
}

/** The digits of the id, then of three hashes; nothing where there is none. */
export const keysOf = ({ submissionId, hashes }: Searchable): readonly string[] => [
  digitsIn(submissionId?.replaceAll('-', '').toLowerCase(), 32),
  ...hashes.map((hash) => digitsIn(hash?.slice(2), 64)),
];

const digitsIn = (text: string | undefined, length: number): string =>
  text?.length === length && /^[\da-f]+$/.test(text) ? text : '';

/** Which key the digits of each of `keysOf` are. */
export const keyNamesOf = ({ row }: Searchable): readonly MatchKey[] =>
  row.kind === 'submission' ? submissionKeys : recordKeys;

/** The key in which a match begins; null when it reaches over its end into the next. */
function keyAt(of: Searchable, at: number, length: number): Pick<Match, 'key' | 'offset' | 'rank'> | null {
  const names = keyNamesOf(of);
  let start = 0;
  for (const [number, digits] of keysOf(of).entries()) {
    const [key, offset] = [names[number], at - start];
    start += digits.length;
    if (key === undefined || at >= start) continue;
    if (at + length > start) return null;
    return { key, offset, rank: rankOf(digitsFit(key, offset, length === digits.length)) };
  }
  return null;
}
