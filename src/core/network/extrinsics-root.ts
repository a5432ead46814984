import { setImmediate } from 'node:timers/promises';
import { compact } from 'scale-ts';
import type { Hashing } from './hashing.ts';

/** Bytes that are hashed before others in this process have their turn. */
const HASHED_AT_ONCE = 1024 * 1024;
const HASH_BYTES = 32;
const LEAST_COUNTED = 256;

type Entry = { readonly nibbles: readonly number[]; readonly value: Uint8Array };

/**
 * The `extrinsicsRoot` of a header: the root of the trie of a block's transactions, by their places (SCALE compact), in the
 * layout without extension nodes and with the values in the nodes (`StateVersion::V0`, as the network's runtime calls it).
 * With it, a header that is proven proves each transaction of its block. The 32 bytes.
 */
export async function extrinsicsRoot(extrinsics: readonly Uint8Array[], hashing: Hashing): Promise<Uint8Array> {
  const entries = extrinsics
    .map((value, place): Entry => ({ nibbles: nibblesOf(compact.enc(place)), value }))
    .sort((one, other) => compareNibbles(one.nibbles, other.nibbles));
  if (entries.length === 0) return hashing.blake2b256Bytes(Uint8Array.of(0));
  return hashing.blake2b256Bytes(await new Trie(entries, hashing).encode(0, entries.length, 0));
}

class Trie {
  readonly #entries: readonly Entry[];
  readonly #hashing: Hashing;
  #hashedBytes = 0;

  constructor(entries: readonly Entry[], hashing: Hashing) {
    this.#entries = entries;
    this.#hashing = hashing;
  }

  /** The node above the entries from `from` on, before `until`, whose first `depth` nibbles are on the way to it. */
  async encode(from: number, until: number, depth: number): Promise<Uint8Array> {
    const [first, last] = [this.#entries[from], this.#entries[until - 1]];
    if (first === undefined || last === undefined) throw new Error('A node of a trie has at least one entry.');
    if (from === until - 1) {
      return Buffer.concat([
        ...partialKey(LEAF, first.nibbles.slice(depth)),
        compact.enc(first.value.byteLength),
        first.value,
      ]);
    }
    const shared = sharedNibbles(first.nibbles, last.nibbles);
    // Entries are in order: one that ends here is the first.
    const ownsValue = first.nibbles.length === shared;
    const children = await this.#children(ownsValue ? from + 1 : from, until, shared);
    const bitmap = children.reduce((bits, { nibble }) => bits | (1 << nibble), 0);
    return Buffer.concat([
      ...partialKey(ownsValue ? BRANCH_WITH_VALUE : BRANCH, first.nibbles.slice(depth, shared)),
      Uint8Array.of(bitmap & 0xff, bitmap >> 8),
      ...(ownsValue ? [compact.enc(first.value.byteLength), first.value] : []),
      ...children.flatMap(({ reference }) => [compact.enc(reference.byteLength), reference]),
    ]);
  }

  async #children(from: number, until: number, depth: number) {
    const children: { readonly nibble: number; readonly reference: Uint8Array }[] = [];
    for (let begin = from; begin < until; ) {
      const nibble = this.#entries[begin]?.nibbles[depth] ?? 0;
      let end = begin + 1;
      while (end < until && this.#entries[end]?.nibbles[depth] === nibble) end += 1;
      children.push({ nibble, reference: await this.#reference(await this.encode(begin, end, depth + 1)) });
      begin = end;
    }
    return children;
  }

  /** A node as the one above it has it: itself where it is short, else its hash. */
  async #reference(node: Uint8Array): Promise<Uint8Array> {
    // Small ones take their time too, hashed or not.
    this.#hashedBytes += Math.max(node.byteLength, LEAST_COUNTED);
    if (this.#hashedBytes > HASHED_AT_ONCE) {
      this.#hashedBytes = 0;
      await setImmediate();
    }
    if (node.byteLength < HASH_BYTES) return node;
    return this.#hashing.blake2b256Bytes(node);
  }
}

const LEAF = 0b0100_0000;
const BRANCH = 0b1000_0000;
const BRANCH_WITH_VALUE = 0b1100_0000;
const MOST_NIBBLES = 62;

/** The kind of a node and what of its keys it stands for. No place of a transaction is longer than a few bytes. */
function partialKey(kind: number, nibbles: readonly number[]): Uint8Array[] {
  if (nibbles.length > MOST_NIBBLES) throw new Error('No place in a block is this long.');
  const even = nibbles.length % 2 === 0 ? nibbles : [0, ...nibbles];
  const bytes = Uint8Array.from(
    { length: even.length / 2 },
    (_, at) => ((even[2 * at] ?? 0) << 4) | (even[2 * at + 1] ?? 0),
  );
  return [Uint8Array.of(kind | nibbles.length), bytes];
}

function nibblesOf(key: Uint8Array): readonly number[] {
  return [...key].flatMap((byte) => [byte >> 4, byte & 0xf]);
}

function compareNibbles(one: readonly number[], other: readonly number[]): number {
  const shared = sharedNibbles(one, other);
  return (one[shared] ?? -1) - (other[shared] ?? -1);
}

function sharedNibbles(one: readonly number[], other: readonly number[]): number {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared;
}
