import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import type { Failure } from '../../shared/failures/failure.ts';
import { openRegularFile, originalFs } from '../files/index.ts';
import type { GivenFile } from './jobs.ts';

const { closeSync, fstatSync, fsyncSync, openSync, readSync, unlinkSync, writeSync } = originalFs;

/** The bytes in one chunk of an age file. */
const PIECE = 64 * 1024;

/** A file is not as expected. */
export class FileChanged extends Error {
  readonly path: string;

  constructor(path: string) {
    super('A file has changed.');
    this.path = path;
  }
}

/** A file could not be read. */
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

/**
 * The bytes of files, one after the other. Compares the size, time and inode of each file with the given ones before
 * its first byte and after its last. Calls `onFile` before it reads anything of the file at `index`. Throws
 * `FileChanged` and `FileUnreadable`.
 */
export function* joined(
  files: readonly GivenFile[],
  onFile: (index: number) => void,
): Generator<Uint8Array, null, undefined> {
  for (const [index, given] of files.entries()) {
    onFile(index);
    const { file, stats } = orUnreadable(given.path, () => openRegularFile(given.path, 'no-follow'));
    try {
      refuseChanged(given, stats);
      for (let position = 0; file !== null && position < given.size; ) {
        const piece = new Uint8Array(Math.min(PIECE, given.size - position));
        const at = position;
        const bytesRead = orUnreadable(given.path, () => readSync(file, piece, 0, piece.length, at));
        if (bytesRead === 0) throw new FileChanged(given.path);
        position += bytesRead;
        yield piece.subarray(0, bytesRead);
      }
      if (file !== null) {
        const after = orUnreadable(given.path, () => fstatSync(file, { bigint: true }));
        refuseChanged(given, after);
      }
    } finally {
      if (file !== null) closeSync(file);
    }
  }
  return null;
}

function refuseChanged({ path, size, mtimeNs, inode }: GivenFile, now: BigIntStats): void {
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

/** A file could not be written. */
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
 * A new file: it must not exist yet, only its owner may read it, and until `finish` it can be discarded. Throws
 * `NotWritten`.
 */
export class NewFile {
  readonly #path: string;
  readonly #what: 'encrypted-copy' | 'decrypted-file';
  readonly #descriptor: number;
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

  write(bytes: Uint8Array): void {
    this.#size += bytes.length;
    this.#orNotWritten(() => {
      for (let from = 0; from < bytes.length; ) from += writeSync(this.#descriptor, bytes, from);
    });
  }

  /** When it returns, the file and its name are on the disk. */
  finish(): void {
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

  /** Removes the file. */
  discard(): void {
    try {
      this.#close();
    } finally {
      unlinkSync(this.#path);
    }
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
