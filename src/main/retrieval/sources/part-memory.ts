import type { BodyReceiver } from '../../service/index.ts';

/** Room for the bytes of one part after the other, which are taken straight into it as they come. */
export class PartMemory implements BodyReceiver {
  #memory: ArrayBuffer;
  #size = 0;

  /** `memory`: of the largest part. */
  constructor(memory: ArrayBuffer) {
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

  /** What came last, for as long as it is not handed over. */
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

  /** Its memory, which is given to somebody else until it is given back. */
  give(): ArrayBuffer {
    return this.#memory;
  }

  giveBack(memory: ArrayBuffer): void {
    this.#memory = memory;
  }
}
