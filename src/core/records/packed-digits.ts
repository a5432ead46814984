import { JoinedText } from './joined-text.ts';

/**
 * Hex digits packed two to a character. A given character is rarer than a given digit, so a search compares less. Each
 * text must have an even number of digits.
 */
export class PackedDigits {
  readonly #joined: JoinedText;

  constructor(texts: readonly string[]) {
    this.#joined = new JoinedText(
      packed(texts.join('')),
      texts.map(({ length }) => length / 2),
    );
  }

  /**
   * Finds `hex`, which must have at least three digits. A match may span two texts. Returns the text and the digit at
   * which it begins.
   */
  find(hex: string): { readonly index: number; readonly offset: number }[] {
    return [...this.#beginningAt(hex, 0), ...this.#beginningAt(hex, 1)];
  }

  /** `before`: the number of digits before the first whole character. */
  #beginningAt(hex: string, before: 0 | 1): { readonly index: number; readonly offset: number }[] {
    const length = hex.length - before;
    const part = packed(hex.slice(before, before + length - (length % 2)));
    const [first, last] = [Number.parseInt(hex.charAt(0), 16), Number.parseInt(hex.charAt(hex.length - 1), 16)];
    const found: { readonly index: number; readonly offset: number }[] = [];
    for (const at of this.#joined.positions(part)) {
      const digit = 2 * at - before;
      // The search covers only whole characters, so the digits at both ends are compared here.
      if (this.#digitAt(digit) !== first || this.#digitAt(digit + hex.length - 1) !== last) continue;
      const index = this.#joined.indexAt(Math.floor(digit / 2));
      found.push({ index, offset: digit - 2 * this.#joined.startOf(index) });
    }
    return found;
  }

  /** NaN if out of range. */
  #digitAt(digit: number): number {
    const pair = this.#joined.text.charCodeAt(Math.floor(digit / 2));
    return digit % 2 === 0 ? Math.floor(pair / 16) : pair % 16;
  }
}

const packed = (digits: string): string => Buffer.from(digits, 'hex').toString('latin1');
