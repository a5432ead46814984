import { type FileHandle, open } from 'node:fs/promises';

const BUFFER_BYTES = 1024 * 1024;

/**
 * A new file whose writer works on while the disk does: one buffer fills as the other is written. Node's own write
 * stream lets its source wait until all is written, which takes hashing and writing one after the other.
 */
export class WriteBehindFile {
  readonly #handle: FileHandle;
  #filling = Buffer.allocUnsafe(BUFFER_BYTES);
  #leaving = Buffer.allocUnsafe(BUFFER_BYTES);
  #filled = 0;
  #writing: Promise<void> = Promise.resolve();

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(path: string): Promise<WriteBehindFile> {
    return new WriteBehindFile(await open(path, 'wx'));
  }

  /** Resolves once there is room again; rejects when an earlier piece could not be written. */
  async write(piece: Buffer): Promise<void> {
    let taken = 0;
    while (taken < piece.length) {
      const copied = piece.copy(this.#filling, this.#filled, taken);
      this.#filled += copied;
      taken += copied;
      if (this.#filled === BUFFER_BYTES) await this.#flush();
    }
  }

  /** Resolves once everything is written. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#writing;
  }

  /** Closes the file, also in the middle of a write. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#writing]);
    await this.#handle.close();
  }

  async #flush(): Promise<void> {
    await this.#writing;
    const full = this.#filling;
    this.#filling = this.#leaving;
    this.#leaving = full;
    this.#writing = this.#handle.writeFile(full.subarray(0, this.#filled));
    this.#filled = 0;
    // Whoever writes next, finishes or closes hears of a failure; until then nobody is listening.
    this.#writing.catch(() => undefined);
  }
}
