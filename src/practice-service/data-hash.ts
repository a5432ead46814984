import { randomBytes } from 'node:crypto';
import { createBLAKE2b, createKeccak, type IHasher } from 'hash-wasm';

/**
 * What `data_hash` is: BLAKE2b-256 of the submitted bytes, as today; Keccak-256 (the original padding, not SHA3-256), as
 * once; or `encrypted`: the hash of bytes that nobody but the service has, as where an operator has it encrypt.
 */
export const dataHashKinds = ['blake2b256', 'keccak256', 'encrypted'] as const;
export type DataHashKind = (typeof dataHashKinds)[number];

/** Takes bytes piece by piece; `digest` is hex without a prefix. */
export type StreamHasher = { update(data: Uint8Array): unknown; digest(): string };

const BITS = 256;
const create = { blake2b256: () => createBLAKE2b(BITS), keccak256: () => createKeccak(BITS) } as const;

/** Hashers are kept and used again: each is a WebAssembly instance, dear to make and cheap to reset. */
export class DataHash {
  readonly #whole: { readonly [Kind in keyof typeof create]: IHasher };
  readonly #idle: { readonly [Kind in keyof typeof create]: IHasher[] } = { blake2b256: [], keccak256: [] };
  #kind: DataHashKind;
  /** Bodies that are still hashed openly before all are encrypted. */
  #openLeft: number;

  private constructor(whole: { blake2b256: IHasher; keccak256: IHasher }, kind: DataHashKind, openLeft: number) {
    this.#whole = whole;
    this.#kind = kind;
    this.#openLeft = openLeft;
  }

  /** `encryptAfter`: so many bodies are hashed as `kind` says before the service begins to encrypt; null: it never does. */
  static async load(kind: DataHashKind = 'blake2b256', encryptAfter: number | null = null): Promise<DataHash> {
    const [blake2b256, keccak256] = await Promise.all([create.blake2b256(), create.keccak256()]);
    return new DataHash({ blake2b256, keccak256 }, kind, encryptAfter ?? Number.POSITIVE_INFINITY);
  }

  /** What arrives from now on is encrypted. */
  encrypt(): void {
    this.#kind = 'encrypted';
  }

  /** The network's own hash, of text as UTF-8: names for blocks and transactions. */
  ofText(text: string): string {
    return this.#whole.blake2b256.init().update(text).digest();
  }

  /** For a body that is at hand. */
  of(data: Uint8Array): string {
    const kind = this.#next();
    return kind === 'encrypted' ? hashOfUnknownBytes() : this.#whole[kind].init().update(data).digest();
  }

  /** Lends a fresh hasher for the length of `use`, which reads a body piece by piece. */
  async streaming<Value>(use: (hasher: StreamHasher) => Promise<Value>): Promise<Value> {
    const kind = this.#next();
    if (kind === 'encrypted') return use({ update: () => undefined, digest: hashOfUnknownBytes });
    const hasher = this.#idle[kind].pop() ?? (await create[kind]());
    try {
      return await use(hasher.init());
    } finally {
      this.#idle[kind].push(hasher);
    }
  }

  #next(): DataHashKind {
    if (this.#openLeft <= 0) return 'encrypted';
    this.#openLeft -= 1;
    return this.#kind;
  }
}

/** Encryption takes a fresh key each time, so its hash is as good as any. */
function hashOfUnknownBytes(): string {
  return randomBytes(BITS / 8).toString('hex');
}
