import { createHash, type Hash } from 'node:crypto';
import { createBLAKE2b, createKeccak, type IHasher } from 'hash-wasm';
import type { FileDigests } from '../../shared/bridge/receipts.ts';

/** Computes all digests of a stream. Node's SHA-256 uses the processor's own instructions; the others are WebAssembly. */
export class Hashers {
  readonly #blake2b: IHasher;
  readonly #keccak: IHasher;

  static async make(): Promise<Hashers> {
    return new Hashers(await createBLAKE2b(256), await createKeccak(256));
  }

  private constructor(blake2b: IHasher, keccak: IHasher) {
    this.#blake2b = blake2b;
    this.#keccak = keccak;
  }

  /** All three of one stream. There is only one at a time, and nothing else is hashed meanwhile. */
  begin(): { readonly update: (bytes: Uint8Array) => void; readonly end: () => FileDigests } {
    const sha = createHash('sha256');
    this.#blake2b.init();
    this.#keccak.init();
    return {
      update: (bytes) => {
        sha.update(bytes);
        this.#blake2b.update(bytes);
        this.#keccak.update(bytes);
      },
      end: () => ({
        keccak256: `0x${this.#keccak.digest('hex')}`,
        blake2b256: `0x${this.#blake2b.digest('hex')}`,
        sha256: sha256Of(sha),
      }),
    };
  }
}

/** True if bytes are those of a part. One digest proves them; the others would take twice as long again. */
export function areOf(
  bytes: Uint8Array,
  { size, sha256 }: { readonly size: number; readonly sha256: string },
): boolean {
  return bytes.length === size && sha256Of(createHash('sha256').update(bytes)) === sha256;
}

/** A range of a stream whose SHA-256 is known. `name`: null for the whole. */
export type ExpectedRange = {
  readonly offset: number;
  readonly size: number;
  readonly sha256: string;
  readonly name: string | null;
};

/**
 * Takes a stream from its beginning to its end and holds ranges of it against their digests: ranges in order, none over
 * another.
 */
export class RangeCheck {
  readonly #ranges: readonly ExpectedRange[];
  #index = 0;
  #hash: Hash = createHash('sha256');
  #position = 0;
  /** The first that is other than it should be. */
  #wrong: ExpectedRange | null = null;

  constructor(ranges: readonly ExpectedRange[]) {
    this.#ranges = ranges;
    this.#endEmpty();
  }

  get wrong(): ExpectedRange | null {
    return this.#wrong;
  }

  update(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const range = this.#ranges[this.#index];
      if (range === undefined) return;
      const left = range.offset + range.size - this.#position;
      const piece = bytes.subarray(at, at + left);
      this.#hash.update(piece);
      at += piece.length;
      this.#position += piece.length;
      if (piece.length === left) {
        this.#end(range);
        this.#endEmpty();
      }
    }
  }

  #end(range: ExpectedRange): void {
    if (sha256Of(this.#hash) !== range.sha256) this.#wrong ??= range;
    this.#hash = createHash('sha256');
    this.#index += 1;
  }

  /** Ranges without bytes end where they begin. */
  #endEmpty(): void {
    for (let next = this.#ranges[this.#index]; next?.size === 0; next = this.#ranges[this.#index]) this.#end(next);
  }
}

/** SHA-256 of a text that is longer than a string can be. */
export function sha256OfText(lines: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const line of lines) hash.update(line);
  return sha256Of(hash);
}

const sha256Of = (hash: Hash): string => `0x${hash.digest('hex')}`;
