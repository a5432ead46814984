/**
 * So many characters V8 compares one after the other, hurrying from one first character to the next. It looks for what is
 * longer in another way, which is slower where the first character is rare.
 */
const PROBE = 6;

/** Texts one behind the other, which are looked through many times as fast as each by itself. */
export class JoinedText {
  readonly text: string;
  readonly #ends: readonly number[];

  constructor(text: string, lengths: readonly number[]) {
    this.text = text;
    let end = 0;
    this.#ends = lengths.map((length) => {
      end += length;
      return end;
    });
  }

  /** In which of the texts a part stands that cannot reach from one into the next. */
  having(part: string): number[] {
    const found: number[] = [];
    for (let at = this.text.indexOf(part); at >= 0; ) {
      const index = this.indexAt(at);
      found.push(index);
      at = this.text.indexOf(part, this.#ends[index]);
    }
    return found;
  }

  /** Where a part with a rare first character stands, over the ends of texts too. */
  positions(part: string): number[] {
    const probe = part.slice(0, PROBE);
    const found: number[] = [];
    for (let at = this.text.indexOf(probe); at >= 0; at = this.text.indexOf(probe, at + 1)) {
      if (this.text.startsWith(part, at)) found.push(at);
    }
    return found;
  }

  /** The text in which a character stands. */
  indexAt(at: number): number {
    let [low, high] = [0, this.#ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  startOf(index: number): number {
    return this.#ends[index - 1] ?? 0;
  }
}

/** Joins texts as they are. */
export const joined = (texts: readonly string[]): JoinedText =>
  new JoinedText(
    texts.join(''),
    texts.map(({ length }) => length),
  );
