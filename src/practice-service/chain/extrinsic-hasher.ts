import { createBLAKE2b, type IHasher } from 'hash-wasm';
import { asSubmitted } from '../encryption.ts';
import type { PayloadStore } from '../payload-store.ts';
import type { Extrinsic, PlacedSubmission } from './blocks.ts';

const BITS = 256;
/** What is shorter stands in its parent as it is, what is not by its hash. */
const HASH_BYTES = 32;

/** `txHash`: hex without a prefix. `leaf`: what stands for the transaction in the trie of its block. */
export type HashedExtrinsic = { readonly txHash: string; readonly leaf: Uint8Array };

/** Hashes transactions, one after the other, each read once for both of its hashes and never held whole when it is long. */
export class ExtrinsicHasher {
  readonly #payloads: Pick<PayloadStore, 'pieces'>;
  readonly #transaction: IHasher;
  readonly #leaf: IHasher;

  private constructor(payloads: Pick<PayloadStore, 'pieces'>, transaction: IHasher, leaf: IHasher) {
    this.#payloads = payloads;
    this.#transaction = transaction;
    this.#leaf = leaf;
  }

  static async load(payloads: Pick<PayloadStore, 'pieces'>): Promise<ExtrinsicHasher> {
    return new ExtrinsicHasher(payloads, await createBLAKE2b(BITS), await createBLAKE2b(BITS));
  }

  /**
   * `leafHead`: what stands in the leaf before the transaction. Answers a promise only where bytes must be waited for, and
   * null when the signal told it to stop. Where bytes are gone, others stand in for them that nobody can ask for.
   */
  hash(extrinsic: Extrinsic, leafHead: Uint8Array, signal: AbortSignal): Result | Promise<Result> {
    const { head, carries } = extrinsic;
    this.#begin(leafHead, head);
    if (carries === null) {
      if (leafHead.length + head.length >= HASH_BYTES) return this.#end();
      return { txHash: this.#transaction.digest(), leaf: Buffer.concat([leafHead, head]) };
    }
    const submitted = asSubmitted(carries);
    try {
      const pieces = this.#payloads.pieces(carries.id, carries.size);
      if (Symbol.asyncIterator in pieces) return this.#follow(pieces, submitted, carries, signal);
      for (const piece of pieces) this.#update(submitted(piece));
      return this.#end();
    } catch {
      return this.#standIn(carries);
    }
  }

  async #follow(
    pieces: AsyncIterable<Uint8Array>,
    submitted: (piece: Uint8Array) => Uint8Array,
    carries: PlacedSubmission,
    signal: AbortSignal,
  ): Promise<Result> {
    try {
      for await (const piece of pieces) {
        if (signal.aborted) return null;
        this.#update(submitted(piece));
      }
      return this.#end();
    } catch {
      return this.#standIn(carries);
    }
  }

  #begin(leafHead: Uint8Array, head: Uint8Array): void {
    this.#transaction.init().update(head);
    this.#leaf.init().update(leafHead).update(head);
  }

  #update(piece: Uint8Array): void {
    this.#transaction.update(piece);
    this.#leaf.update(piece);
  }

  #end(): HashedExtrinsic {
    return { txHash: this.#transaction.digest(), leaf: this.#leaf.digest('binary') };
  }

  #standIn({ id }: PlacedSubmission): HashedExtrinsic {
    const gone = `the transaction of ${id}, whose bytes are gone`;
    this.#begin(new Uint8Array(), Buffer.from(gone));
    return this.#end();
  }
}

type Result = HashedExtrinsic | null;
