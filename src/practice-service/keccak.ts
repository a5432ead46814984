import { createKeccak, type IHasher } from 'hash-wasm';

/**
 * Keccak-256 (the original padding, not SHA3-256), as hex without a prefix. Hashers are kept and used again: each is a
 * WebAssembly instance, dear to make and cheap to reset.
 */
export class Keccak256 {
  readonly #whole: IHasher;
  readonly #idle: IHasher[] = [];

  private constructor(whole: IHasher) {
    this.#whole = whole;
  }

  static async load(): Promise<Keccak256> {
    return new Keccak256(await createKeccak(256));
  }

  /** Digest of bytes that are at hand; text is taken as UTF-8. */
  of(data: Uint8Array | string): string {
    return this.#whole.init().update(data).digest();
  }

  /** Lends a fresh hasher for the length of `use`, which reads a stream piece by piece. */
  async streaming<Value>(use: (hasher: IHasher) => Promise<Value>): Promise<Value> {
    const hasher = this.#idle.pop() ?? (await createKeccak(256));
    try {
      return await use(hasher.init());
    } finally {
      this.#idle.push(hasher);
    }
  }
}
