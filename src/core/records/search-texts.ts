import { Blocks } from './blocks.ts';
import type { IndexedRecord } from './indexed-record.ts';
import { type JoinedText, joined } from './joined-text.ts';

/** From this length on a part of a code is looked for inside of codes too; a shorter one only at their start. */
const LONG_CODE = 8;

/** A word as it was typed, the same as a part of a code, and the tokens in whose names it stands. */
export type Wanted = { readonly word: string; readonly code: string; readonly tokens: ReadonlySet<string | null> };

type Texts = {
  readonly words: JoinedText;
  readonly codes: JoinedText;
  /** The indexes of the records of each token. */
  readonly byToken: ReadonlyMap<string | null, readonly number[]>;
};

export class SearchTexts {
  readonly #blocks: Blocks<IndexedRecord, Texts>;

  constructor(recordsInText?: number) {
    this.#blocks = new Blocks(textsOf, recordsInText);
  }

  /** From here on these are searched. */
  takeOver(entries: readonly IndexedRecord[]): void {
    this.#blocks.takeOver(entries);
  }

  /** For each record whether a word without spaces, in lower case, means it. */
  find({ word, code, tokens }: Wanted): readonly boolean[] {
    const found = new Array<boolean>(this.#blocks.rows.length).fill(false);
    for (const { first, made } of this.#blocks.all()) {
      const { words, codes, byToken } = made;
      if (code.length >= LONG_CODE) for (const index of codes.having(code)) found[first + index] = true;
      else for (const at of codes.positions(`\n${code}`)) found[first + codes.indexAt(at)] = true;
      for (const index of words.having(word)) found[first + index] = true;
      for (const token of tokens) for (const index of byToken.get(token) ?? []) found[first + index] = true;
    }
    return found;
  }

  /** Makes a piece of it before it is needed. False when all of it is made. */
  prepareSome(): boolean {
    return this.#blocks.prepareSome();
  }
}

/** Each text begins with a line end or is empty: nothing without spaces reaches from one into the next. */
const textsOf = (entries: readonly IndexedRecord[]): Texts => ({
  words: joined(entries.map(wordsOf)),
  codes: joined(entries.map(codesOf)),
  byToken: Map.groupBy(entries.keys(), (index) => entries[index]?.record.tokenDetailsId ?? null),
});

/** Names, errors, fields that the contract does not name: words are found anywhere in them. Nothing for most records. */
function wordsOf({ record, file }: IndexedRecord): string {
  let words = '';
  for (const text of [file?.name, file?.folder, record.error]) if (text != null) words += `\n${text}`;
  for (const name of Object.keys(record.extra)) words += `\n${name} ${record.extra[name]}`;
  return words.toLowerCase();
}

/** Ids, hashes, addresses and amounts. */
function codesOf({ record }: IndexedRecord): string {
  let codes = '';
  for (const code of [
    record.id,
    bare(record.dataHash),
    bare(record.blockHash),
    bare(record.txHash),
    bare(record.toAddress),
    record.userId,
    record.fees,
  ]) {
    if (code !== null && code !== '') codes += `\n${code}`;
  }
  return codes.toLowerCase();
}

const bare = (hex: string | null): string | null => (hex?.startsWith('0x') ? hex.slice(2) : hex);
