/**
 * Bytes that come in pieces, in one buffer that grows. A piece may be a single byte, and a buffer of its own for each costs
 * hundreds of times as much: a limit on the bytes would be none on the memory.
 */
export class GatheredBytes {
  #room = new Uint8Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The piece is copied, and may be used again. */
  push(piece: Uint8Array): void {
    const length = this.#length + piece.byteLength;
    if (length > this.#room.byteLength) {
      const larger = new Uint8Array(2 * length);
      larger.set(this.#room.subarray(0, this.#length));
      this.#room = larger;
    }
    this.#room.set(piece, this.#length);
    this.#length = length;
  }

  /** All that has come so far, in memory of its own. */
  whole(): Buffer<ArrayBuffer> {
    return Buffer.from(this.#room.buffer.slice(0, this.#length));
  }
}
