import { createHash, type Hash } from 'node:crypto';
import { createBLAKE2b, createKeccak, type IHasher } from 'hash-wasm';
import type { FileDigests } from '../../shared/bridge/receipts.ts';

/** Computes all digests of a stream. Node's SHA-256 uses CPU instructions; the others are WebAssembly. */
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

  /** Computes the three digests of one stream. Use it for one stream at a time. */
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

/** True if the bytes are those of a part. One digest is proof enough, and the others would triple the time. */
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

/** Verifies ranges of a stream from its start to its end. The ranges are in order and do not overlap. */
export class RangeCheck {
  readonly #ranges: readonly ExpectedRange[];
  #index = 0;
  #hash: Hash = createHash('sha256');
  #position = 0;
  /** The first range with a wrong digest. */
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

  /** Ends empty ranges, which have no bytes to wait for. */
  #endEmpty(): void {
    for (let next = this.#ranges[this.#index]; next?.size === 0; next = this.#ranges[this.#index]) this.#end(next);
  }
}

/** SHA-256 of a text that may be longer than a string can be. */
export function sha256OfText(lines: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const line of lines) hash.update(line);
  return sha256Of(hash);
}

const sha256Of = (hash: Hash): string => `0x${hash.digest('hex')}`;
