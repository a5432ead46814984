/** Bits of a whole number in JavaScript, the sign left out. */
const LONGEST_WORD = 31;

/**
 * Looks for a word in texts where it may be written wrongly. The edits that it takes, one signs added, left out, changed or
 * two exchanged, are counted for all places of a text at once: Hyyrö, "A Bit-Vector Algorithm for Computing
 * Levenshtein and Damerau Edit Distances" (2003).
 */
export class AlikeWord {
  readonly #length: number;
  /** In which places of the word a sign stands, one bit each. */
  readonly #places = new Map<number, number>();

  /** What is longer than 31 signs is compared by its first. */
  constructor(word: string) {
    this.#length = Math.min(word.length, LONGEST_WORD);
    for (let at = 0; at < this.#length; at += 1) {
      const sign = word.charCodeAt(at);
      this.#places.set(sign, (this.#places.get(sign) ?? 0) | (1 << at));
    }
  }

  /** The fewest edits that make the word one of a part of the text. */
  leastEdits(text: string): number {
    const last = 1 << (this.#length - 1);
    let [more, less] = [-1, 0];
    let [diagonal, before] = [0, 0];
    let edits = this.#length;
    let least = edits;
    for (let at = 0; at < text.length; at += 1) {
      const places = this.#places.get(text.charCodeAt(at)) ?? 0;
      const exchanged = ((~diagonal & places) << 1) & before;
      diagonal = exchanged | (((places & more) + more) ^ more) | places | less;
      let right = less | ~(diagonal | more);
      let left = diagonal & more;
      if ((right & last) !== 0) edits += 1;
      if ((left & last) !== 0) edits -= 1;
      if (edits < least) least = edits;
      right <<= 1;
      left <<= 1;
      more = left | ~(diagonal | right);
      less = right & diagonal;
      before = places;
    }
    return least;
  }
}

/** The same for what may be longer, in the plain way: for few texts. */
export function leastEdits(word: string, text: string): number {
  let twoAgo: number[] = [];
  let before = Array.from({ length: word.length + 1 }, (_, place) => place);
  let least = word.length;
  for (let at = 0; at < text.length; at += 1) {
    const row = [0];
    for (let place = 1; place <= word.length; place += 1) {
      const isSame = word.charCodeAt(place - 1) === text.charCodeAt(at);
      let edits = Math.min(
        (before[place - 1] ?? 0) + (isSame ? 0 : 1),
        (before[place] ?? 0) + 1,
        (row[place - 1] ?? 0) + 1,
      );
      const isExchanged =
        at > 0 &&
        place > 1 &&
        word.charCodeAt(place - 1) === text.charCodeAt(at - 1) &&
        word.charCodeAt(place - 2) === text.charCodeAt(at);
      if (isExchanged) edits = Math.min(edits, (twoAgo[place - 2] ?? 0) + 1);
      row.push(edits);
    }
    [twoAgo, before] = [before, row];
    least = Math.min(least, row[word.length] ?? least);
  }
  return least;
}
