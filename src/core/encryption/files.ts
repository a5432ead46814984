import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import type { Failure } from '../../shared/failures/failure.ts';
import { openRegularFile, originalFs } from '../files/index.ts';
import type { GivenFile } from './jobs.ts';

const { closeSync, fstatSync, fsyncSync, openSync, readSync, unlinkSync, writeSync } = originalFs;

/** Bytes: what an age file has in one chunk. */
const PIECE = 64 * 1024;

/** Which file is not as it was given. */
export class FileChanged extends Error {
  readonly path: string;

  constructor(path: string) {
    super('A file has changed.');
    this.path = path;
  }
}

/** Which file could not be read, and why. */
export class FileUnreadable extends Error {
  readonly path: string;
  readonly code: string;
  readonly detail: string;

  constructor(path: string, error: unknown) {
    super('A file could not be read.');
    this.path = path;
    this.code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
    this.detail = String(error);
  }
}

type Listener = {
  /** Before anything of the file at `index` is read. */
  readonly onFile: (index: number) => void;
  readonly onBytes: (bytes: Uint8Array) => void;
  readonly onFileEnd: () => void;
};

/**
 * Files one after the other, as one stream of pieces. Each is held against what was given before its first byte and after its
 * last: size, time and number. Throws `FileChanged`, `FileUnreadable`.
 */
export class JoinedFiles {
  readonly #files: readonly GivenFile[];
  readonly #listener: Listener;
  #index = -1;
  #open: { readonly file: number | null; readonly given: GivenFile } | null = null;
  #position = 0;

  constructor(files: readonly GivenFile[], listener: Listener) {
    this.#files = files;
    this.#listener = listener;
  }

  /** Null at the end of all. The memory of a piece is its reader's. */
  next(): Uint8Array | null {
    for (;;) {
      if (this.#open === null && !this.#openNext()) return null;
      const piece = this.#read();
      if (piece !== null) return piece;
    }
  }

  close(): void {
    const file = this.#open?.file ?? null;
    this.#open = null;
    if (file !== null) closeSync(file);
  }

  #openNext(): boolean {
    const given = this.#files[this.#index + 1];
    if (given === undefined) return false;
    this.#index += 1;
    this.#listener.onFile(this.#index);
    const { file, stats } = orUnreadable(given.path, () => openRegularFile(given.path, 'no-follow'));
    this.#open = { file, given };
    this.#position = 0;
    holdAgainst(given, stats);
    return true;
  }

  #read(): Uint8Array | null {
    if (this.#open === null) return null;
    const { file, given } = this.#open;
    const left = given.size - this.#position;
    if (file === null || left === 0) {
      if (file !== null)
        holdAgainst(
          given,
          orUnreadable(given.path, () => fstatSync(file, { bigint: true })),
        );
      this.close();
      this.#listener.onFileEnd();
      return null;
    }
    const piece = new Uint8Array(Math.min(PIECE, left));
    const bytesRead = orUnreadable(given.path, () => readSync(file, piece, 0, piece.length, this.#position));
    if (bytesRead === 0) throw new FileChanged(given.path);
    this.#position += bytesRead;
    const read = piece.subarray(0, bytesRead);
    this.#listener.onBytes(read);
    return read;
  }
}

function holdAgainst({ path, size, mtimeNs, inode }: GivenFile, now: BigIntStats): void {
  const isSame =
    now.size === BigInt(size) && now.mtimeNs.toString() === mtimeNs && (inode === null || now.ino === inode);
  if (!isSame) throw new FileChanged(path);
}

function orUnreadable<Value>(path: string, step: () => Value): Value {
  try {
    return step();
  } catch (error) {
    throw new FileUnreadable(path, error);
  }
}

/** Bytes that are gathered for one write. */
const WRITE_PIECE = 1024 * 1024;

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
  readonly #piece = Buffer.allocUnsafe(WRITE_PIECE);
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
      const taken = bytes.subarray(from, from + WRITE_PIECE - this.#filled);
      this.#piece.set(taken, this.#filled);
      this.#filled += taken.length;
      from += taken.length;
      if (this.#filled === WRITE_PIECE) this.#flush();
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
