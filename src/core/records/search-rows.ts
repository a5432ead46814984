import uFuzzy from '@leeoniya/ufuzzy';
import type { MatchKey } from '../../shared/bridge/lookup.ts';
import type { LookupDays } from '../../shared/lookup-keys.ts';
import { Blocks } from './blocks.ts';
import { type JoinedText, joined } from './joined-text.ts';
import { foldAccented, foldName } from './name-folding.ts';
import { PackedDigits } from './packed-digits.ts';
import { type AskedName, digitsFit, nameFit, rankOf } from './ranking.ts';

/** A search result: a file of this app, by its id in the journal, or a record of the service. */
export type FoundRow =
  | { readonly kind: 'submission'; readonly id: number }
  | { readonly kind: 'record'; readonly id: string };

export type Searchable = {
  readonly accountId: string;
  readonly row: FoundRow;
  /** 32 hex digits, with or without dashes. Other ids cannot be searched. */
  readonly submissionId: string | null;
  /** A file's name; null for a record. */
  readonly name: string | null;
  /** Epoch milliseconds; NaN if unknown. */
  readonly time: number;
  /** A file's Keccak-256, BLAKE2b-256 and SHA-256, or a record's block, data and transaction hash, each with `0x`. */
  readonly hashes: readonly [string | null, string | null, string | null];
};

export type Match = {
  readonly of: Searchable;
  /** The row's position among all rows. If times are equal, the later row is shown first. */
  readonly index: number;
  readonly key: MatchKey;
  /** The digit of the key at which the match begins; 0 for keys without digits. */
  readonly offset: number;
  /** 0 is the best match. */
  readonly rank: number;
};

/** The most matches of equal rank that a search keeps. It keeps the last rows. */
const MOST_OF_A_RANK = 500;
/** A search stops after this many matches, because digits that match more are too short to identify a row. */
const MOST_LOOKED_AT = 10_000;

const submissionKeys = ['submission-id', 'keccak256', 'blake2b256', 'sha256'] as const;
const recordKeys = ['submission-id', 'block-hash', 'data-hash', 'transaction-hash'] as const;

const SIMILAR = rankOf('similar name');
/** Settings for words of any script. */
const similarNames = new uFuzzy({
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  intraMode: 1,
});

type Made = { readonly digits: PackedDigits; readonly names: string[]; readonly joinedNames: JoinedText };

/** Rows with the indexes that a search needs. */
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

  /** Replaces all rows. Pass a new array whenever a row changes. */
  takeOver(rows: readonly Searchable[]): void {
    this.#blocks.takeOver(rows);
  }

  /** Builds a piece of the indexes ahead of time. Returns false once all are built. */
  prepareSome(): boolean {
    return this.#blocks.prepareSome();
  }

  /** Rows whose id or hashes contain these digits. */
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

  /** Rows whose names contain all these words. */
  byName(asked: AskedName): Match[] {
    const [longest] = asked.words;
    if (longest === undefined) return [];
    const found = new OfEachRank();
    for (const { first, made } of this.#blocks.all().toReversed()) {
      for (const index of made.joinedNames.having(longest).reverse()) {
        const of = this.#blocks.rows[first + index];
        if (of === undefined) continue;
        const folded = nameFit(made.names[index] ?? '', asked);
        // `Übergabe.pdf` also finds `Ubergabe.pdf`, but an exact match comes first.
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

  /** Rows with a similar name: each word may have one typing error after its first letter. */
  bySimilarName({ whole }: AskedName): Match[] {
    const found = new OfEachRank();
    for (const { first, made } of this.#blocks.all().toReversed()) {
      for (const index of (similarNames.filter(made.names, whole) ?? []).reverse()) {
        const of = this.#blocks.rows[first + index];
        if (of !== undefined) found.add({ of, index: first + index, key: 'name', offset: 0, rank: SIMILAR });
      }
    }
    return found.all;
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
  // Words contain no line end, so a match never spans two names.
  const names = rows.map(({ name }) => (name === null ? '' : foldName(name)));
  const joinedNames = joined(names.map((name) => (name === '' ? '' : `\n${name}`)));
  return { digits: new PackedDigits(rows.map((row) => keysOf(row).join(''))), names, joinedNames };
}

/** The digits of the id and of three hashes, in the order of the key names; empty if missing. */
const keysOf = ({ submissionId, hashes }: Searchable): readonly string[] => [
  digitsIn(submissionId?.replaceAll('-', '').toLowerCase(), 32),
  ...hashes.map((hash) => digitsIn(hash?.slice(2), 64)),
];

const digitsIn = (text: string | undefined, length: number): string =>
  text?.length === length && /^[\da-f]+$/.test(text) ? text : '';

/** The names of the keys in `keysOf`. */
const keyNamesOf = ({ row }: Searchable): readonly MatchKey[] =>
  row.kind === 'submission' ? submissionKeys : recordKeys;

/** The key in which a match begins; null if the match extends into the next key. */
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
