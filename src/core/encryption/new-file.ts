import { dirname } from 'node:path';
import type { Failure } from '../../shared/failures/failure.ts';
import { originalFs } from '../files/index.ts';

const { closeSync, fsyncSync, openSync, unlinkSync, writeSync } = originalFs;

/** Bytes that are gathered for one write. */
const PIECE = 1024 * 1024;

/** What could not be written, and why. */
export class NotWritten extends Error {
  readonly failure: Failure;

  constructor(error: unknown, what: 'encrypted-copy' | 'decrypted-file') {
    super(String(error));
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
    const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code);
    this.failure = { code: isFull ? 'no-room' : 'private-file-not-written', values: { what }, detail: String(error) };
  }
}

/**
 * A file that is made here and nowhere else: it must not be there yet, only its owner may read it, and until `finish` it can be
 * taken back as if it had never been. Throws `NotWritten`.
 */
export class NewFile {
  readonly #path: string;
  readonly #what: 'encrypted-copy' | 'decrypted-file';
  readonly #descriptor: number;
  readonly #piece = Buffer.allocUnsafe(PIECE);
  #filled = 0;
  #size = 0;
  #isOpen = true;

  constructor(path: string, what: 'encrypted-copy' | 'decrypted-file') {
    this.#path = path;
    this.#what = what;
    this.#descriptor = this.#orNotWritten(() => openSync(path, 'wx', 0o600));
  }

  /** Bytes so far. */
  get size(): number {
    return this.#size;
  }

  /** Copies what it is given. */
  write(bytes: Uint8Array): void {
    this.#size += bytes.length;
    for (let from = 0; from < bytes.length; ) {
      const taken = bytes.subarray(from, from + PIECE - this.#filled);
      this.#piece.set(taken, this.#filled);
      this.#filled += taken.length;
      from += taken.length;
      if (this.#filled === PIECE) this.#flush();
    }
  }

  /** On the disk, with its name, when it returns. */
  finish(): void {
    this.#flush();
    this.#orNotWritten(() => {
      fsyncSync(this.#descriptor);
      this.#close();
      // A folder cannot be flushed on Windows.
      if (process.platform === 'win32') return;
      const folder = openSync(dirname(this.#path), 'r');
      try {
        fsyncSync(folder);
      } finally {
        closeSync(folder);
      }
    });
  }

  /** Nothing is left of it. */
  discard(): void {
    try {
      this.#close();
    } finally {
      unlinkSync(this.#path);
    }
  }

  #flush(): void {
    this.#orNotWritten(() => {
      for (let from = 0; from < this.#filled; ) {
        from += writeSync(this.#descriptor, this.#piece, from, this.#filled - from);
      }
      this.#filled = 0;
    });
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#descriptor);
    this.#isOpen = false;
  }

  #orNotWritten<Value>(step: () => Value): Value {
    try {
      return step();
    } catch (error) {
      throw new NotWritten(error, this.#what);
    }
  }
}
