import { compact } from 'scale-ts';

type Nibbles = readonly number[];
type Entry = { readonly index: number; readonly key: Nibbles };
type Node =
  | { readonly kind: 'leaf'; readonly index: number; readonly partial: Nibbles }
  | { readonly kind: 'branch'; readonly partial: Nibbles; readonly children: ReadonlyMap<number, Node> };

const LEAF = 0b0100_0000;
const BRANCH_WITHOUT_VALUE = 0b1000_0000;
const LONGEST_SHORT_PARTIAL = 62;

/** What is shorter stands in its parent as it is, what is not by its hash. */
const HASH_BYTES = 32;

/**
 * The trie under the `extrinsicsRoot` of a block: the place of each transaction (compact) leads to the transaction, in the
 * network's own trie with values in their nodes (state version 0). Its shape follows from the number of transactions alone,
 * so each can be hashed into its leaf as it is read, however long it is. No key is the beginning of another.
 */
export class ExtrinsicsTrie {
  readonly #hash: (data: Uint8Array) => Uint8Array;
  readonly #root: Node;
  readonly #leafHeads: Uint8Array[] = [];

  /** `count` of at least 1. `hash`: BLAKE2b-256. */
  constructor(count: number, hash: (data: Uint8Array) => Uint8Array) {
    this.#hash = hash;
    this.#root = this.#grow(
      Array.from({ length: count }, (_, index) => ({ index, key: nibblesOf(compact.enc(index)) })),
      0,
    );
  }

  /** What stands in the leaf of a transaction of `length` bytes before its bytes. */
  leafHead(index: number, length: number): Uint8Array {
    return Buffer.concat([this.#leafHeads[index] ?? new Uint8Array(), compact.enc(length)]);
  }

  /** `leaf` answers what stands for a leaf in its parent: itself where it is shorter than 32 bytes, else its hash. */
  root(leaf: (index: number) => Uint8Array): Uint8Array {
    const root = this.#standIn(this.#root, leaf);
    return root.length < HASH_BYTES ? this.#hash(root) : root;
  }

  #grow(entries: readonly Entry[], depth: number): Node {
    const [first] = entries;
    if (first === undefined) throw new Error('A trie of nothing has no nodes.');
    if (entries.length === 1) {
      const partial = first.key.slice(depth);
      this.#leafHeads[first.index] = nodeHead(LEAF, partial);
      return { kind: 'leaf', index: first.index, partial };
    }
    let shared = depth;
    while (entries.every(({ key }) => key[shared] === first.key[shared])) shared += 1;
    const byNibble = Map.groupBy(entries, ({ key }) => key[shared] ?? 0);
    const children = new Map([...byNibble].map(([nibble, below]) => [nibble, this.#grow(below, shared + 1)]));
    return { kind: 'branch', partial: first.key.slice(depth, shared), children };
  }

  #standIn(node: Node, leaf: (index: number) => Uint8Array): Uint8Array {
    if (node.kind === 'leaf') return leaf(node.index);
    const children: Uint8Array[] = [];
    let bitmap = 0;
    for (let nibble = 0; nibble < 16; nibble += 1) {
      const child = node.children.get(nibble);
      if (child === undefined) continue;
      bitmap |= 1 << nibble;
      const standIn = this.#standIn(child, leaf);
      children.push(compact.enc(standIn.length), standIn);
    }
    const head = nodeHead(BRANCH_WITHOUT_VALUE, node.partial);
    const encoded = Buffer.concat([head, Uint8Array.of(bitmap & 0xff, bitmap >> 8), ...children]);
    return encoded.length < HASH_BYTES ? encoded : this.#hash(encoded);
  }
}

function nodeHead(kind: number, partial: Nibbles): Uint8Array {
  // Keys here are five bytes at most, so that the form for longer ones is never needed.
  if (partial.length > LONGEST_SHORT_PARTIAL) throw new Error(`A key of ${partial.length} nibbles is too long.`);
  const odd = partial.length % 2;
  const bytes = Uint8Array.from({ length: (partial.length + odd) / 2 }, (_, at) => {
    const low = 2 * at + 1 - odd;
    return ((low === 0 ? 0 : (partial[low - 1] ?? 0)) << 4) | (partial[low] ?? 0);
  });
  return Uint8Array.of(kind | partial.length, ...bytes);
}

function nibblesOf(bytes: Uint8Array): Nibbles {
  return [...bytes].flatMap((byte) => [byte >> 4, byte & 0x0f]);
}
