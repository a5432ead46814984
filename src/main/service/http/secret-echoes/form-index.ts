import { randomInt } from 'node:crypto';
import { LEAST_VARIETY, type SecretForm } from './secret-forms.ts';

/** Parts of a form that are looked up first are no longer than this. */
const LONGEST_PART = 8;
/** Room for each part, so that few of a text's hit one by chance. */
const ROOM_PER_PART = 16;

/**
 * The forms of one secret. Looking for them takes time in proportion to a text, whatever stands in it: a service that chose
 * the secret may fill its answers with what nearly is one, over and over.
 *
 * Short parts are looked up first, at every `step`th place. Only where so many in a row belong to forms that a stretch that
 * is long enough may lie there, the stretches are compared, by their fingerprints.
 */
export class FormIndex {
  readonly longest: number;
  readonly #step: number;
  readonly #shortest: number;
  /** 1 for the hash of each part. */
  readonly #parts: Uint8Array;
  /** By length: the fingerprints of all stretches of forms that are enough. */
  readonly #stretches = new Map<number, Set<number>>();

  constructor(forms: readonly SecretForm[]) {
    this.longest = Math.max(...forms.map(({ text }) => text.length));
    const lengths = forms.reduce((sum, { text }) => sum + text.length, 0);
    this.#parts = new Uint8Array(2 ** Math.ceil(Math.log2(ROOM_PER_PART * lengths)));
    for (const { text, least } of forms) {
      const bytes = Buffer.from(text, 'latin1');
      // Where no half of it is varied, only the whole is.
      if (!this.#addStretches(bytes, least)) this.#addStretches(bytes, text.length);
    }
    this.#shortest = Math.min(...this.#stretches.keys());
    // Wherever a stretch stands, a part stands whole within it at a multiple of this.
    this.#step = Math.min(LONGEST_PART, Math.floor((this.#shortest + 1) / 2));
    for (const { text } of forms) {
      const bytes = Buffer.from(text, 'latin1');
      for (let at = 0; at + this.#step <= bytes.length; at += 1) this.#parts[this.#hash(bytes, at)] = 1;
    }
  }

  /** Whether the first `length` of `text` hold enough of a form. */
  isIn(text: Uint8Array, length: number): boolean {
    const step = this.#step;
    let from = -1;
    for (let at = 0; at + step <= length; at += step) {
      if (this.#parts[this.#hash(text, at)] === 1) {
        if (from < 0) from = at;
      } else if (from >= 0) {
        // A stretch may begin and end within the parts beside those that were found.
        if (this.#isBetween(text, Math.max(0, from - step + 1), at + step - 1)) return true;
        from = -1;
      }
    }
    return from >= 0 && this.#isBetween(text, Math.max(0, from - step + 1), length);
  }

  #isBetween(text: Uint8Array, from: number, to: number): boolean {
    if (to - from < this.#shortest) return false;
    for (const [length, wanted] of this.#stretches) {
      if (someStretch(text, from, to, length, (fingerprint) => wanted.has(fingerprint))) return true;
    }
    return false;
  }

  #addStretches(form: Uint8Array, length: number): boolean {
    const known = this.#stretches.get(length);
    const stretches = known ?? new Set();
    const variety = new Variety();
    let isVaried = false;
    someStretch(form, 0, form.length, length, (fingerprint, end) => {
      variety.moveTo(form, end - length, end);
      if (variety.count >= LEAST_VARIETY) {
        stretches.add(fingerprint);
        isVaried = true;
      }
      return false;
    });
    if (isVaried) this.#stretches.set(length, stretches);
    return isVaried;
  }

  #hash(bytes: Uint8Array, from: number): number {
    let hash = 0;
    for (let at = from; at < from + this.#step; at += 1) hash = (Math.imul(hash, 0x2f) + (bytes[at] ?? 0)) | 0;
    hash = Math.imul(hash, 0x9e3779b1);
    return (hash ^ (hash >>> 15)) & (this.#parts.length - 1);
  }
}

/** How many different bytes a stretch that moves on has. */
class Variety {
  readonly #times = new Uint32Array(256);
  #from = 0;
  #to = 0;
  count = 0;

  moveTo(bytes: Uint8Array, from: number, to: number): void {
    for (; this.#to < to; this.#to += 1) this.#change(bytes[this.#to] ?? 0, 1);
    for (; this.#from < from; this.#from += 1) this.#change(bytes[this.#from] ?? 0, -1);
  }

  #change(byte: number, by: 1 | -1): void {
    const times = (this.#times[byte] ?? 0) + by;
    this.#times[byte] = times;
    if (by === 1 && times === 1) this.count += 1;
    if (by === -1 && times === 0) this.count -= 1;
  }
}

/**
 * Two polynomials modulo the largest primes below 2^26, so that every product stays below 2^53. At places that nobody can
 * foresee: no text can be made that has the fingerprint of another.
 */
const modulus = [67_108_859, 67_108_837] as const;
const place = [randomInt(2 ** 20, modulus[0]), randomInt(2 ** 20, modulus[1])] as const;

/** Calls `isWanted` with the fingerprint and the end of each stretch of `length` between two places, until it says yes. */
function someStretch(
  bytes: Uint8Array,
  from: number,
  to: number,
  length: number,
  isWanted: (fingerprint: number, end: number) => boolean,
): boolean {
  if (to - from < length) return false;
  // What takes a byte out again that stands `length` places back.
  const out = [0, 1].map((of) => (modulus[of] ?? 1) - power(place[of] ?? 0, length, modulus[of] ?? 1));
  const [outA = 0, outB = 0] = out;
  let [a, b] = [0, 0];
  for (let at = from; at < to; at += 1) {
    const gone = at - length >= from ? (bytes[at - length] ?? 0) : 0;
    const byte = bytes[at] ?? 0;
    a = modulo(a * place[0] + byte + outA * gone, modulus[0]);
    b = modulo(b * place[1] + byte + outB * gone, modulus[1]);
    if (at - from >= length - 1 && isWanted(a * 2 ** 26 + b, at + 1)) return true;
  }
  return false;
}

function power(base: number, exponent: number, by: number): number {
  let result = 1;
  for (let left = exponent, square = base; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = modulo(result * square, by);
    square = modulo(square * square, by);
  }
  return result;
}

/** As `%`, which takes far longer for numbers of this size. */
function modulo(value: number, by: number): number {
  const rest = value - Math.floor(value / by) * by;
  return rest < 0 ? rest + by : rest >= by ? rest - by : rest;
}
