import { JoinedText } from './joined-text.ts';

/**
 * Texts of hex digits, two digits to a character: a character is rare where a digit is not, so that far less has to be
 * looked at. Each has an even number of digits.
 */
export class PackedDigits {
  readonly #joined: JoinedText;

  constructor(texts: readonly string[]) {
    this.#joined = new JoinedText(
      packed(texts.join('')),
      texts.map(({ length }) => length / 2),
    );
  }

  /** Where at least three digits stand, over the ends of texts too: in which text they begin, and at which of its digits. */
  find(hex: string): { readonly index: number; readonly offset: number }[] {
    return [...this.#beginningAt(hex, 0), ...this.#beginningAt(hex, 1)];
  }

  /** `before`: how many digits there are before the first whole character. */
  #beginningAt(hex: string, before: 0 | 1): { readonly index: number; readonly offset: number }[] {
    const length = hex.length - before;
    const part = packed(hex.slice(before, before + length - (length % 2)));
    const [first, last] = [Number.parseInt(hex.charAt(0), 16), Number.parseInt(hex.charAt(hex.length - 1), 16)];
    const found: { readonly index: number; readonly offset: number }[] = [];
    for (const at of this.#joined.positions(part)) {
      const digit = 2 * at - before;
      // Whole characters leave the digits at either end open.
      if (this.#digitAt(digit) !== first || this.#digitAt(digit + hex.length - 1) !== last) continue;
      const index = this.#joined.indexAt(Math.floor(digit / 2));
      found.push({ index, offset: digit - 2 * this.#joined.startOf(index) });
    }
    return found;
  }

  /** NaN where there is none. */
  #digitAt(digit: number): number {
    const pair = this.#joined.text.charCodeAt(Math.floor(digit / 2));
    return digit % 2 === 0 ? Math.floor(pair / 16) : pair % 16;
  }
}

const packed = (digits: string): string => Buffer.from(digits, 'hex').toString('latin1');
