import { createHash } from 'node:crypto';

/** A number in [0, 1) that depends only on these words, so that the order of draws does not matter. */
export function chance(...words: readonly (string | number)[]): number {
  return createHash('sha256').update(JSON.stringify(words)).digest().readUInt32LE() / 2 ** 32;
}

/** A whole number from `least` to `most`. */
export function whole(least: number, most: number, ...words: readonly (string | number)[]): number {
  return least + Math.floor(chance(...words) * (most - least + 1));
}

/** One of the names, with a probability in proportion to its weight. */
export function weighted<Name extends string>(
  weights: Readonly<Record<Name, number>>,
  ...words: readonly (string | number)[]
): Name {
  const names = Object.keys(weights).filter((name): name is Name => name in weights);
  const total = names.reduce((sum, name) => sum + weights[name], 0);
  let left = chance(...words) * total;
  for (const name of names) {
    left -= weights[name];
    if (left < 0) return name;
  }
  const [first] = names;
  if (first === undefined) throw new Error('There is nothing to choose from.');
  return first;
}
