import type { DigestsToMake } from './digest-reader.ts';
import { type Side, startSide } from './side-thread.ts';

/** Lower-case hex with `0x`. */
export type AllDigests = { readonly keccak256: string; readonly blake2b256: string; readonly sha256: string };
/** Keccak-256 is null where it was not to be made. */
export type MadeDigests = Omit<AllDigests, 'keccak256'> & { readonly keccak256: string | null };

/**
 * Digests of bytes that come piece by piece, made on a thread of their own while the calling one, which is itself no
 * main thread, goes on. It waits only where that thread is two pieces behind.
 */
export class StreamDigests {
  readonly #side: Side;
  #piece: Buffer | null = null;
  #filled = 0;

  /** `script` is the built `digest-worker`. */
  constructor(script: URL) {
    this.#side = startSide(script);
  }

  begin(make: DigestsToMake): void {
    this.#side.begin(make === 'all' ? ['keccak256', 'blake2b256', 'sha256'] : ['blake2b256', 'sha256']);
    this.#filled = 0;
    this.#piece = null;
  }

  /** Copies what it is given. */
  update(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      this.#piece ??= this.#side.nextPiece();
      const taken = bytes.subarray(from, from + this.#piece.length - this.#filled);
      this.#piece.set(taken, this.#filled);
      this.#filled += taken.length;
      from += taken.length;
      if (this.#filled === this.#piece.length) this.#hand();
    }
  }

  /** Of all since it began with all digests. */
  end(): AllDigests {
    return { ...this.endWithoutKeccak(), keccak256: this.#side.digest('keccak256') };
  }

  /** Of all since it began, of whatever was to be made. */
  endWithoutKeccak(): Omit<AllDigests, 'keccak256'> & { readonly keccak256: null } {
    this.#hand();
    this.#side.end();
    const { digest } = this.#side;
    return { keccak256: null, blake2b256: digest('blake2b256'), sha256: digest('sha256') };
  }

  /** In place of the end, so that another may begin. */
  giveUp(): void {
    this.#side.giveUp();
  }

  #hand(): void {
    if (this.#filled > 0) this.#side.hand(this.#filled);
    this.#filled = 0;
    this.#piece = null;
  }
}
