import { createBLAKE2b, createKeccak, type IHasher } from 'hash-wasm';

/** The hashes of the network: BLAKE2b-256 of what it holds, Keccak-256 in its older records. Lower-case hex with `0x`. */
export class Hashing {
  readonly #blake2b: IHasher;
  readonly #keccak: IHasher;

  /** Compiled once, at the first check. */
  static async load(): Promise<Hashing> {
    return new Hashing(await createBLAKE2b(256), await createKeccak(256));
  }

  private constructor(blake2b: IHasher, keccak: IHasher) {
    this.#blake2b = blake2b;
    this.#keccak = keccak;
  }

  blake2b256(bytes: Uint8Array): string {
    return `0x${this.#blake2b.init().update(bytes).digest('hex')}`;
  }

  /** The 32 bytes themselves. */
  blake2b256Bytes(bytes: Uint8Array): Uint8Array {
    return this.#blake2b.init().update(bytes).digest('binary');
  }

  keccak256(bytes: Uint8Array): string {
    return `0x${this.#keccak.init().update(bytes).digest('hex')}`;
  }
}
