import type { Block } from './node.ts';

/** `root`: of its transactions, as it was computed of them. */
export type RootedBlock = Block & { readonly root: string };

/** Bytes of transactions: a block that has more of them is not kept. */
const MOST_BYTES = 16 * 1024 * 1024;
const KEPT_MS = 10_000;

/**
 * The block that was read last, for a short while: many parts of one file lie in the same, and reading it takes a download and
 * a hash of all of it. Only such as its own root proves.
 */
export class LastBlock {
  #kept: { readonly key: string; readonly block: RootedBlock } | null = null;
  #timer: NodeJS.Timeout | undefined;

  of(node: string, blockHash: string): RootedBlock | null {
    if (this.#kept?.key !== keyOf(node, blockHash)) return null;
    this.#letGoLater();
    return this.#kept.block;
  }

  keep(node: string, blockHash: string, block: RootedBlock): void {
    const bytes = block.transactions.reduce((sum, transaction) => sum + transaction.byteLength, 0);
    this.#kept = bytes > MOST_BYTES ? null : { key: keyOf(node, blockHash), block };
    this.#letGoLater();
  }

  #letGoLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#kept = null;
    }, KEPT_MS).unref();
  }
}

const keyOf = (node: string, blockHash: string): string => `${blockHash} ${node}`;
