/**
 * Bodies as letters and digits alone, in lower case: what stands between the pieces of a split secret is gone. Three
 * readings of the same bytes, since what undoes one disguise may make another:
 * - `plain`: as they came;
 * - `decoded`: with JSON's `\u006b`, `\x6b`, `%6b` (also `%256b`) and `&#107;` undone;
 * - `unmarked`: decoded, without `<tags>` of at most so many letters and digits.
 */
export const readings = ['plain', 'decoded', 'unmarked'] as const;

const LONGEST_TAG = 64;
/** An escape that is not over after so many digits is none. */
const MOST_DIGITS = 7;
const MOST_HELD = LONGEST_TAG + MOST_DIGITS + 2;

const [BACKSLASH, PERCENT, AMPERSAND, HASH, SEMICOLON, LESS, GREATER] = [0x5c, 0x25, 0x26, 0x23, 0x3b, 0x3c, 0x3e];

/** The letter or digit that a byte stands for, in lower case; 0 for every other byte. */
const folded = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte).toLowerCase();
  return /^[a-z0-9]$/.test(character) ? character.charCodeAt(0) : 0;
});
const hexValue = Int8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return /^[\da-f]$/i.test(character) ? Number.parseInt(character, 16) : -1;
});

/** Letters and digits that wait to be searched. */
export class ReducedText {
  bytes = new Uint8Array(1024);
  length = 0;

  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(2 * (this.length + more));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  /** A letter or digit, folded, for which there is room. */
  put(code: number): void {
    this.bytes[this.length] = code;
    this.length += 1;
  }

  /** Leaves only the last so many. */
  keepLast(count: number): void {
    if (this.length <= count) return;
    this.bytes.copyWithin(0, this.length - count, this.length);
    this.length = count;
  }
}

/** An escape of which the beginning has come. `opener`: the byte that says how many digits it has. */
type Escape = { readonly kind: 'backslash' | 'ampersand' } | { readonly kind: 'digits'; readonly opener: number };

/** Reduces one body, piece by piece. An escape may be cut by the end of a piece. */
export class TextReduction {
  readonly plain = new ReducedText();
  readonly decoded = new ReducedText();
  readonly unmarked = new ReducedText();
  #escape: Escape | null = null;
  #radix = 16;
  /** Digits of the escape that were read, as they came. */
  #digits: number[] = [];
  #tag: number[] | null = null;

  push(piece: Uint8Array): void {
    const { plain } = this;
    plain.reserve(piece.length);
    const from = plain.length;
    let { length } = plain;
    const { bytes } = plain;
    for (let at = 0; at < piece.length; at += 1) {
      const code = folded[piece[at] ?? 0] ?? 0;
      bytes[length] = code;
      if (code !== 0) length += 1;
    }
    plain.length = length;
    // What earlier pieces ended with may turn out to be text.
    this.decoded.reserve(piece.length + MOST_HELD);
    this.unmarked.reserve(piece.length + MOST_HELD);
    if (this.#escape === null && this.#tag === null && !hasDisguise(piece)) {
      const reduced = bytes.subarray(from, length);
      for (const text of [this.decoded, this.unmarked]) {
        text.bytes.set(reduced, text.length);
        text.length += reduced.length;
      }
      return;
    }
    for (const byte of piece) this.#take(byte);
  }

  /** What looked like the beginning of an escape or a tag stands for itself. */
  end(): void {
    this.decoded.reserve(MOST_HELD);
    this.unmarked.reserve(MOST_HELD);
    this.#giveUp();
    this.#endTag(false);
  }

  #take(byte: number): void {
    const begun = this.#escape;
    if (begun === null) this.#takeText(byte);
    else if (begun.kind === 'digits') this.#takeDigit(byte, begun.opener);
    else if (begun.kind === 'backslash') this.#afterBackslash(byte);
    else if (byte === HASH) this.#begin(AMPERSAND, 10);
    else this.#resume(byte);
  }

  #takeText(byte: number): void {
    if (byte === BACKSLASH) this.#escape = { kind: 'backslash' };
    else if (byte === AMPERSAND) this.#escape = { kind: 'ampersand' };
    else if (byte === PERCENT) this.#begin(PERCENT, 16);
    else if (byte === LESS) {
      this.#endTag(false);
      this.#tag = [];
    } else if (byte === GREATER) this.#endTag(true);
    else this.#emit(folded[byte] ?? 0);
  }

  #afterBackslash(byte: number): void {
    const character = String.fromCharCode(byte);
    // A backslash before another is what is left of text that was escaped twice.
    if (byte === BACKSLASH) return;
    if (character === 'u' || character === 'x') this.#begin(byte, 16);
    else if (/[bfnrt]/.test(character)) this.#escape = null;
    else this.#resume(byte);
  }

  #begin(opener: number, radix: number): void {
    this.#escape = { kind: 'digits', opener };
    this.#radix = radix;
    this.#digits = [];
  }

  #takeDigit(byte: number, opener: number): void {
    const digits = this.#digits;
    const isEntity = opener === AMPERSAND;
    if (isEntity && digits.length === 0 && this.#radix === 10 && (byte === 0x78 || byte === 0x58)) {
      this.#radix = 16;
      return;
    }
    const value = hexValue[byte] ?? -1;
    if (value < 0 || value >= this.#radix) {
      if (isEntity && digits.length > 0) this.#conclude();
      else this.#giveUp();
      if (!(isEntity && byte === SEMICOLON)) this.#take(byte);
      return;
    }
    digits.push(byte);
    const whole = opener === PERCENT || opener === 0x78 ? 2 : opener === 0x75 ? 4 : MOST_DIGITS;
    if (digits.length === whole) this.#conclude();
  }

  #conclude(): void {
    const code = Number.parseInt(String.fromCharCode(...this.#digits), this.#radix);
    this.#escape = null;
    this.#digits = [];
    // What it stands for may begin an escape itself: `%256b`.
    if (code < 128) this.#takeText(code);
  }

  /** It was no escape: its digits are text. */
  #giveUp(): void {
    const { opener } = this.#escape?.kind === 'digits' ? this.#escape : { opener: 0 };
    const digits = this.#digits;
    this.#escape = null;
    this.#digits = [];
    if (opener === 0x75 || opener === 0x78) this.#emit(opener);
    for (const digit of digits) this.#emit(folded[digit] ?? 0);
  }

  #resume(byte: number): void {
    this.#escape = null;
    this.#takeText(byte);
  }

  #emit(code: number): void {
    if (code === 0) return;
    this.decoded.put(code);
    const tag = this.#tag;
    if (tag === null) {
      this.unmarked.put(code);
      return;
    }
    tag.push(code);
    if (tag.length > LONGEST_TAG) this.#endTag(false);
  }

  #endTag(closed: boolean): void {
    const tag = this.#tag;
    this.#tag = null;
    if (!closed && tag !== null) for (const code of tag) this.unmarked.put(code);
  }
}

function hasDisguise(piece: Uint8Array): boolean {
  return [BACKSLASH, PERCENT, AMPERSAND, LESS].some((byte) => piece.includes(byte));
}
