import type { BigIntStats } from 'node:fs';
import { openRegularFile, originalFs } from '../files/index.ts';
import type { GivenFile } from './jobs.ts';

const { closeSync, fstatSync, readSync } = originalFs;

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
