import { createCipheriv, createHash } from 'node:crypto';
import { createBLAKE2b, createKeccak, type IHasher } from 'hash-wasm';

/**
 * The kinds of `data_hash`: BLAKE2b-256 of the submitted bytes, as today; Keccak-256 (the original padding, not
 * SHA3-256), as in earlier services; or `encrypted`: the hash of bytes that the operator encrypted and only the
 * service has.
 */
export const dataHashKinds = ['blake2b256', 'keccak256', 'encrypted'] as const;
export type DataHashKind = (typeof dataHashKinds)[number];

/** `dataHash` is hex without a prefix. `encrypted`: the hash is of the bytes after the operator's encryption. */
export type HashedPayload = { readonly dataHash: string; readonly encrypted: boolean };

export type StreamHasher = { update(data: Uint8Array): unknown; finish(): HashedPayload };

const BITS = 256;
const create = { blake2b256: () => createBLAKE2b(BITS), keccak256: () => createKeccak(BITS) } as const;

/** Reuses hashers: each is a WebAssembly instance, which is slow to create and fast to reset. */
export class DataHash {
  readonly #whole: { readonly [Kind in keyof typeof create]: IHasher };
  readonly #idle: { readonly [Kind in keyof typeof create]: IHasher[] } = { blake2b256: [], keccak256: [] };
  #kind: DataHashKind;

  private constructor(whole: { blake2b256: IHasher; keccak256: IHasher }, kind: DataHashKind) {
    this.#whole = whole;
    this.#kind = kind;
  }

  static async load(kind: DataHashKind = 'blake2b256'): Promise<DataHash> {
    const [blake2b256, keccak256] = await Promise.all([create.blake2b256(), create.keccak256()]);
    return new DataHash({ blake2b256, keccak256 }, kind);
  }

  get encrypts(): boolean {
    return this.#kind === 'encrypted';
  }

  /** Encrypts all bytes that arrive from now on. */
  encrypt(): void {
    this.#kind = 'encrypted';
  }

  /** For a body in memory. */
  of(id: string, data: Uint8Array): HashedPayload {
    const kind = this.#kind;
    const encrypted = kind === 'encrypted';
    const hasher = this.#whole[encrypted ? 'blake2b256' : kind].init();
    return { dataHash: hasher.update(asSubmitted({ id, encrypted })(data)).digest(), encrypted };
  }

  /** Provides a fresh hasher for the duration of `use`, which reads a body in pieces. */
  async streaming<Value>(id: string, use: (hasher: StreamHasher) => Promise<Value>): Promise<Value> {
    const kind = this.#kind;
    const encrypted = kind === 'encrypted';
    const submitted = asSubmitted({ id, encrypted });
    const idle = this.#idle[encrypted ? 'blake2b256' : kind];
    const hasher = idle.pop() ?? (await create[encrypted ? 'blake2b256' : kind]());
    hasher.init();
    try {
      return await use({
        update: (piece) => hasher.update(submitted(piece)),
        finish: () => ({ dataHash: hasher.digest(), encrypted }),
      });
    } finally {
      idle.push(hasher);
    }
  }
}

const COUNTER_BYTES = 16;

/** The ephemeral public key that precedes the encrypted bytes. */
const PUBLIC_KEY_BYTES = 65;
const UNCOMPRESSED_POINT = 4;

/**
 * Encrypts a submission before it reaches the chain, as an operator can: a public key, then as many bytes as before.
 * Nobody outside knows the hash. The cipher's key derives from the submission id, so that no second copy is stored.
 * Returns a function that takes the pieces in order.
 */
function encryptionOf(submissionId: string): (piece: Uint8Array) => Uint8Array {
  const key = createHash('sha256').update(`the practice operator's key for ${submissionId}`).digest();
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(COUNTER_BYTES));
  const point = createHash('sha512').update(key).digest();
  let prefix = Uint8Array.of(UNCOMPRESSED_POINT, ...point);
  return (piece) => {
    const encrypted = Buffer.concat([prefix, cipher.update(piece)]);
    prefix = new Uint8Array(0);
    return encrypted;
  };
}

/** The number of bytes of a submission that reach the chain. */
export function sizeAsSubmitted({ size, encrypted }: { readonly size: number; readonly encrypted: boolean }): number {
  return encrypted ? PUBLIC_KEY_BYTES + size : size;
}

/** Converts the pieces of a submission, in order, to the bytes that reach the chain. */
export function asSubmitted(submission: {
  readonly id: string;
  readonly encrypted: boolean;
}): (piece: Uint8Array) => Uint8Array {
  return submission.encrypted ? encryptionOf(submission.id) : (piece) => piece;
}
