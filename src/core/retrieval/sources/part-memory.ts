import type { BodyReceiver } from '../../service/index.ts';

/** Room for the bytes of one part after the other, which are taken straight into it as they come. */
export class PartMemory implements BodyReceiver {
  readonly #memory: SharedArrayBuffer;
  #size = 0;

  /** `memory`: as large as the largest part; the thread that proves them has it too. */
  constructor(memory: SharedArrayBuffer) {
    this.#memory = memory;
  }

  begin(): void {
    this.#size = 0;
  }

  /** What is more than there is room for makes it another size than that of any part, and is let go. */
  take(piece: Uint8Array): void {
    const room = this.#memory.byteLength - this.#size;
    new Uint8Array(this.#memory).set(
      piece.subarray(0, Math.max(0, room)),
      Math.min(this.#size, this.#memory.byteLength),
    );
    this.#size += piece.length;
  }

  /** What came last, until the next begins. */
  get taken(): Uint8Array {
    return new Uint8Array(this.#memory, 0, Math.min(this.#size, this.#memory.byteLength));
  }

  /** How many bytes came, also such as there was no room for. */
  get size(): number {
    return this.#size;
  }

  /** Bytes that came otherwise. */
  put(bytes: Uint8Array): void {
    this.begin();
    this.take(bytes);
  }

  get room(): number {
    return this.#memory.byteLength;
  }
}
