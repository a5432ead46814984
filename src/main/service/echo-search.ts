import { createHash } from 'node:crypto';
import { LEAST_VARIETY, type SecretForm, secretForms } from './secret-forms.ts';
import { type ReducedText, readings, TextReduction } from './text-reduction.ts';

/** Searched together: waking the search for each small piece of a body would cost more than the search. */
const SEARCHED_AT_ONCE = 16 * 1024;
const TABLE_SIZE = 1 << 16;
/** Parts of a form that are looked up are no longer than this. */
const LONGEST_STEP = 8;

/** Searches one body. `push` and `end` say whether a secret has been found so far. */
export type EchoScan = { readonly push: (piece: Uint8Array) => boolean; readonly end: () => boolean };

export type EchoSearch = {
  readonly scan: () => EchoScan;
  /** Whether these texts (an answer's headers) hold one, in one of them or split over several. */
  readonly isIn: (texts: readonly string[]) => boolean;
};

let last: { readonly digest: string; readonly search: WeakRef<EchoSearch> } | null = null;

/**
 * As `newEchoSearch`. Many requests follow each other with the same secrets: what was prepared for the last of them is
 * used again while it is still in memory, and is not what keeps it there.
 */
export function echoSearch(secrets: readonly string[]): EchoSearch {
  const digest = createHash('sha256').update(JSON.stringify(secrets)).digest('hex');
  const known = last?.digest === digest ? last.search.deref() : undefined;
  if (known !== undefined) return known;
  const search = newEchoSearch(secrets);
  last = { digest, search: new WeakRef(search) };
  return search;
}

/**
 * Finds an account's secrets in what a service answers, in the forms of `secret-forms.ts` and with whatever but letters
 * and digits between their characters. Half of one is enough. A secret that has no forms is found only as it is, as a
 * whole JSON string or a whole header.
 */
function newEchoSearch(secrets: readonly string[]): EchoSearch {
  const parts = [...new Set(secrets)].map((secret) => ({ secret, forms: secretForms(secret) }));
  const indexes = parts.filter(({ forms }) => forms.length > 0).map(({ forms }) => new FormIndex(forms));
  const plain = parts.filter(({ forms }) => forms.length === 0).map(({ secret }) => secret);
  const longest = Math.max(0, ...indexes.map((index) => index.longest));

  const isHeld = (text: ReducedText): boolean => indexes.some((index) => index.isIn(text.bytes, text.length));

  function scan(): EchoScan {
    const reduction = new TextReduction();
    const quoted = new QuotedSearch(plain);
    let found = false;
    const search = (least: number): boolean => {
      for (const reading of readings) {
        const text = reduction[reading];
        if (text.length - longest < least) continue;
        found ||= isHeld(text);
        text.keepLast(longest);
      }
      return found;
    };
    return {
      push(piece) {
        if (found) return true;
        if (indexes.length > 0) reduction.push(piece);
        found = quoted.push(piece);
        return search(SEARCHED_AT_ONCE);
      },
      end() {
        reduction.end();
        return search(-longest);
      },
    };
  }

  return {
    scan,
    isIn(texts) {
      const one = scan();
      one.push(Buffer.from(texts.join('\n'), 'latin1'));
      return one.end() || texts.some((text) => plain.includes(text));
    },
  };
}

/** The forms of one secret, found by their parts at every `step`th place of a text. */
class FormIndex {
  readonly longest: number;
  /** All forms, a zero behind each, which no text has; and how much of what stands at a place is enough. */
  readonly #forms: Uint8Array;
  readonly #least: Uint16Array;
  readonly #step: number;
  /** The first place of the parts with each hash, plus 1; and for each place, the next of the same hash. */
  readonly #first = new Uint32Array(TABLE_SIZE);
  readonly #next: Uint32Array;

  constructor(forms: readonly SecretForm[]) {
    this.longest = Math.max(...forms.map(({ text }) => text.length));
    // Wherever so much of a form begins, a part of this length stands whole at a multiple of it.
    const least = Math.min(...forms.map((form) => form.least));
    this.#step = Math.min(LONGEST_STEP, Math.floor((least + 1) / 2));
    this.#forms = Buffer.from(forms.map(({ text }) => `${text}\0`).join(''), 'latin1');
    this.#least = new Uint16Array(this.#forms.length);
    this.#next = new Uint32Array(this.#forms.length);
    let from = 0;
    for (const form of forms) {
      const end = from + form.text.length;
      this.#least.fill(form.least, from, end);
      for (let at = from; at + this.#step <= end; at += 1) {
        const hash = this.#hash(this.#forms, at);
        this.#next[at] = this.#first[hash] ?? 0;
        this.#first[hash] = at + 1;
      }
      from = end + 1;
    }
  }

  isIn(text: Uint8Array, length: number): boolean {
    const last = length - this.#step;
    for (let at = 0; at <= last; at += this.#step) {
      const first = this.#first[this.#hash(text, at)] ?? 0;
      if (first !== 0 && this.#isPartAt(text, length, at, first)) return true;
    }
    return false;
  }

  #hash(bytes: Uint8Array, from: number): number {
    let hash = 0;
    for (let at = from; at < from + this.#step; at += 1) hash = (Math.imul(hash, 0x2f) + (bytes[at] ?? 0)) | 0;
    return Math.imul(hash, 0x9e3779b1) >>> 16;
  }

  #isPartAt(text: Uint8Array, length: number, at: number, first: number): boolean {
    const forms = this.#forms;
    for (let place = first; place !== 0; place = this.#next[place - 1] ?? 0) {
      const start = place - 1;
      let [before, after] = [0, 0];
      while (before < start && before < at && forms[start - before - 1] === text[at - before - 1]) before += 1;
      while (at + after < length && forms[start + after] === text[at + after]) after += 1;
      if (before + after >= (this.#least[start] ?? 0) && isVaried(text, at - before, at + after)) return true;
    }
    return false;
  }
}

function isVaried(text: Uint8Array, from: number, to: number): boolean {
  return new Set(text.subarray(from, to)).size >= LEAST_VARIETY;
}

/** Finds texts as whole JSON strings. */
class QuotedSearch {
  readonly #wanted: readonly Buffer[];
  readonly #longest: number;
  #tail: Buffer = Buffer.alloc(0);

  constructor(texts: readonly string[]) {
    this.#wanted = texts.map((text) => Buffer.from(JSON.stringify(text)));
    this.#longest = Math.max(0, ...this.#wanted.map(({ length }) => length));
  }

  push(piece: Uint8Array): boolean {
    if (this.#longest === 0) return false;
    const bytes = Buffer.concat([this.#tail, piece]);
    this.#tail = bytes.subarray(Math.max(0, bytes.length - this.#longest + 1));
    return this.#wanted.some((wanted) => bytes.includes(wanted));
  }
}
