import type { Entry } from './entry.ts';

/** So many records have their words and codes in one text, which is looked through many times as fast as each by itself. */
const RECORDS_IN_TEXT = 1_000;

/** From this length on a part of a code is looked for inside of codes too; a shorter one only at their start. */
const LONG_CODE = 8;

/** V8 looks for longer parts in a way that lends itself less to what begins with a line end. */
const PROBE = 6;

/** A word as it was typed, the same as a part of a code, and the tokens in whose names it stands. */
export type Wanted = { readonly word: string; readonly code: string; readonly tokens: ReadonlySet<string | null> };

/** What searching looks through, for all records of an account. What records that stay the same have is made once. */
export class SearchTexts {
  readonly #recordsInText: number;
  #entries: readonly Entry[] = [];
  #blocks: readonly Block[] = [];

  constructor(recordsInText = RECORDS_IN_TEXT) {
    this.#recordsInText = recordsInText;
  }

  /** From here on these are searched. */
  takeOver(entries: readonly Entry[]): void {
    if (entries === this.#entries) return;
    this.#entries = entries;
    const size = this.#recordsInText;
    this.#blocks = Array.from({ length: Math.ceil(entries.length / size) }, (_, number) => {
      const some = entries.slice(number * size, (number + 1) * size);
      const before = this.#blocks[number];
      return before?.isOf(some) === true ? before : new Block(some);
    });
  }

  /** For each record whether a word without spaces, in lower case, means it. */
  find({ word, code, tokens }: Wanted): readonly boolean[] {
    const found = new Array<boolean>(this.#entries.length).fill(false);
    const codePart = code.length < LONG_CODE ? `\n${code}` : code;
    for (const [number, { texts }] of this.#blocks.entries()) {
      const first = number * this.#recordsInText;
      texts.codes.mark(codePart, found, first);
      texts.words.mark(word, found, first);
      for (const token of tokens) for (const index of texts.byToken.get(token) ?? []) found[first + index] = true;
    }
    return found;
  }

  /** Makes some of it before it is needed. False when all of it is made. */
  prepareSome(): boolean {
    return this.#blocks.find((block) => !block.isMade)?.texts !== undefined;
  }
}

type Texts = {
  readonly words: JoinedText;
  readonly codes: JoinedText;
  /** The indexes of the records of each token. */
  readonly byToken: ReadonlyMap<string | null, readonly number[]>;
};

/** Records whose texts are made together, when they are first needed. */
class Block {
  readonly #entries: readonly Entry[];
  #texts: Texts | null = null;

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
  }

  get isMade(): boolean {
    return this.#texts !== null;
  }

  get texts(): Texts {
    this.#texts ??= {
      words: new JoinedText(this.#entries.map(wordsOf)),
      codes: new JoinedText(this.#entries.map(codesOf)),
      byToken: Map.groupBy(this.#entries.keys(), (index) => this.#entries[index]?.record.tokenDetailsId ?? null),
    };
    return this.#texts;
  }

  isOf(entries: readonly Entry[]): boolean {
    return entries.length === this.#entries.length && entries.every((entry, index) => entry === this.#entries[index]);
  }
}

/** Texts one behind the other. Each begins with a line end or is empty, so that nothing without spaces spans two. */
class JoinedText {
  readonly #text: string;
  readonly #ends: readonly number[];

  constructor(texts: readonly string[]) {
    this.#text = texts.join('');
    let end = 0;
    this.#ends = texts.map(({ length }) => {
      end += length;
      return end;
    });
  }

  /** Notes in `found`, from `first` on, in which of the texts a part stands. */
  mark(part: string, found: boolean[], first: number): void {
    // The start of a line is found several times as fast by its first characters.
    const probe = part.startsWith('\n') ? part.slice(0, PROBE) : part;
    let index = 0;
    let at = this.#text.indexOf(probe);
    while (at >= 0) {
      while (at >= this.#end(index)) index += 1;
      const isFound = this.#text.startsWith(part, at);
      if (isFound) found[first + index] = true;
      at = this.#text.indexOf(probe, isFound ? this.#end(index) : at + 1);
    }
  }

  #end(index: number): number {
    return this.#ends[index] ?? this.#text.length;
  }
}

/** Names, errors, fields that the contract does not name: words are found anywhere in them. Nothing for most records. */
function wordsOf({ record, file }: Entry): string {
  let words = '';
  for (const text of [file?.name, file?.folder, record.error]) if (text != null) words += `\n${text}`;
  for (const name of Object.keys(record.extra)) words += `\n${name} ${record.extra[name]}`;
  return words.toLowerCase();
}

/** Ids, hashes, addresses and amounts. */
function codesOf({ record }: Entry): string {
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
