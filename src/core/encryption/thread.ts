import { createHash } from 'node:crypto';
import { type Result, success } from '../../shared/failures/failure.ts';
import { StreamDigests } from '../digests/index.ts';
import { openRegularFile, originalFs } from '../files/index.ts';
import { decryptAge, encrypterFor, streamOf } from './age.ts';
import { FileChanged, FileUnreadable, joined, NewFile, NotWritten } from './files.ts';
import {
  CANCELLED,
  Cancelled,
  CURRENT,
  type DecryptEnd,
  type DecryptOrder,
  type DecryptWith,
  type EncryptEnd,
  type EncryptFor,
  type EncryptOrder,
} from './jobs.ts';

const { closeSync, fstatSync, readSync } = originalFs;

const PIECE = 64 * 1024;
const PROGRESS_EVERY_MS = 100;

/**
 * Does one job at a time. It reads and writes files synchronously. `digestScript`: the built `digest-worker`.
 * `workFactor`: that of scrypt, a power of two, which only tests set.
 */
export class EncryptionThread {
  readonly #digestScript: URL;
  readonly #onProgress: (bytes: number) => void;
  readonly #workFactor: number | undefined;
  #ofAgeFile: StreamDigests | null = null;
  #ofPlain: StreamDigests | null = null;
  #numbers = new Int32Array(new SharedArrayBuffer(0));
  #read = 0;
  #postedAt = 0;

  constructor(digestScript: URL, onProgress: (bytes: number) => void, workFactor?: number) {
    this.#digestScript = digestScript;
    this.#onProgress = onProgress;
    this.#workFactor = workFactor;
  }

  async encrypt({ files, to, encryptFor }: EncryptOrder, numbers: SharedArrayBuffer): Promise<EncryptEnd> {
    this.#begin(numbers);
    this.#ofAgeFile ??= new StreamDigests(this.#digestScript);
    this.#ofPlain ??= new StreamDigests(this.#digestScript);
    const [ofAgeFile, ofPlain] = [this.#ofAgeFile, this.#ofPlain];
    const pieces = joined(files, (index) => Atomics.store(this.#numbers, CURRENT, index));
    const next = (): Uint8Array | null => {
      const { value = null } = pieces.next();
      if (value === null) return null;
      ofPlain.update(value);
      this.#count(value.length);
      return value;
    };
    let made: NewFile | null = null;
    try {
      const encrypter = encrypterFor(encryptFor, this.#workFactor);
      made = new NewFile(to, 'encrypted-copy');
      for await (const piece of await encrypter.encrypt(streamOf(next))) {
        ofAgeFile.update(piece);
        made.write(piece);
      }
      made.finish();
      const plain = { ...ofPlain.end(), size: this.#read };
      return { kind: 'encrypted', ageFile: { ...ofAgeFile.end(), size: made.size }, plain };
    } catch (error) {
      made?.discard();
      return error instanceof FileChanged ? { kind: 'changed', path: error.path } : endOf(error);
    } finally {
      pieces.return(null);
      ofAgeFile.giveUp();
      ofPlain.giveUp();
    }
  }

  async decrypt({ from, to, decryptWith }: DecryptOrder, numbers: SharedArrayBuffer): Promise<DecryptEnd> {
    this.#begin(numbers);
    const sha256 = createHash('sha256');
    let made: NewFile | null = null;
    let file: number | null = null;
    try {
      const opened = openOrUnreadable(from);
      file = opened.file;
      const output = new NewFile(to, 'decrypted-file');
      made = output;
      const take = (piece: Uint8Array): void => {
        sha256.update(piece);
        output.write(piece);
      };
      const read = await decryptAge(() => this.#readPiece(opened), decryptWith, take);
      if (!read.ok) {
        output.discard();
        return { kind: 'failed', failure: read.error };
      }
      output.finish();
      return { kind: 'decrypted', plain: { sha256: `0x${sha256.digest('hex')}`, size: output.size } };
    } catch (error) {
      made?.discard();
      return endOf(error);
    } finally {
      if (file !== null) closeSync(file);
    }
  }

  /** Encrypts a small text in memory. Throws if a recipient is not valid. */
  seal(bytes: Uint8Array, encryptFor: EncryptFor): Promise<Uint8Array> {
    return encrypterFor(encryptFor, this.#workFactor).encrypt(bytes);
  }

  async open(bytes: Uint8Array, decryptWith: DecryptWith): Promise<Result<Uint8Array>> {
    let position = 0;
    const read = (): Uint8Array | null => {
      const piece = bytes.subarray(position, position + PIECE);
      position += piece.length;
      return piece.length === 0 ? null : piece;
    };
    const pieces: Uint8Array[] = [];
    const opened = await decryptAge(read, decryptWith, (plain) => void pieces.push(plain));
    return opened.ok ? success(new Uint8Array(Buffer.concat(pieces))) : opened;
  }

  #begin(numbers: SharedArrayBuffer): void {
    this.#numbers = new Int32Array(numbers);
    this.#read = 0;
    this.#postedAt = 0;
  }

  #readPiece({ file, path, size }: OpenedAge): Uint8Array | null {
    if (file === null) return null;
    const piece = new Uint8Array(PIECE);
    try {
      const bytesRead = readSync(file, piece, 0, PIECE, this.#read);
      // Reading a file that keeps growing would never end.
      if (this.#read + bytesRead > size) throw Object.assign(new Error('The file grew.'), { code: 'ESTALE' });
      this.#count(bytesRead);
      return bytesRead === 0 ? null : piece.subarray(0, bytesRead);
    } catch (error) {
      throw error instanceof Cancelled ? error : new FileUnreadable(path, error);
    }
  }

  /** Counts the bytes read and posts progress. Throws `Cancelled` if the job was cancelled. */
  #count(bytes: number): void {
    this.#read += bytes;
    if (Atomics.load(this.#numbers, CANCELLED) !== 0) throw new Cancelled();
    if (performance.now() - this.#postedAt < PROGRESS_EVERY_MS) return;
    this.#postedAt = performance.now();
    this.#onProgress(this.#read);
  }
}

type OpenedAge = { readonly file: number | null; readonly path: string; readonly size: number };

function openOrUnreadable(path: string): OpenedAge {
  try {
    const { file, stats } = openRegularFile(path, 'no-follow');
    return { file, path, size: Number(file === null ? stats.size : fstatSync(file, { bigint: true }).size) };
  } catch (error) {
    throw new FileUnreadable(path, error);
  }
}

function endOf(error: unknown): Exclude<DecryptEnd, { kind: 'decrypted' }> {
  if (error instanceof Cancelled) return { kind: 'cancelled' };
  if (error instanceof FileUnreadable) {
    const { path, code, detail } = error;
    return { kind: 'unreadable', path, code, detail };
  }
  if (error instanceof NotWritten) return { kind: 'failed', failure: error.failure };
  return { kind: 'failed', failure: { code: 'encryption-stopped', detail: String(error) } };
}
