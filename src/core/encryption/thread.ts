import { type Result, success } from '../../shared/failures/failure.ts';
import { type DigestsToMake, type MadeDigests, StreamDigests } from '../digests/index.ts';
import { openRegularFile, originalFs } from '../files/index.ts';
import { AgeReading, encrypterFor, streamOf } from './age.ts';
import { FileChanged, FileUnreadable, JoinedFiles, NewFile, NotWritten } from './files.ts';
import {
  CANCELLED,
  Cancelled,
  CURRENT,
  type DecryptEnd,
  type DecryptOrder,
  type DecryptWith,
  type DigestedStream,
  type EncryptEnd,
  type EncryptFor,
  type EncryptOrder,
} from './jobs.ts';

const { closeSync, fstatSync, readSync } = originalFs;

const PIECE = 64 * 1024;
const PROGRESS_EVERY_MS = 100;

export type EncryptionThreadParts = {
  /** The built `digest-worker`. */
  readonly digestScript: URL;
  readonly onProgress: (bytes: number) => void;
  /** What trying a passphrase costs, as a power of two: only tests say it. */
  readonly workFactor?: number;
};

/** The thread's end: one job at a time, which reads and writes without coming back to its event loop. */
export class EncryptionThread {
  readonly #parts: EncryptionThreadParts;
  readonly #sides: StreamDigests[] = [];
  #numbers = new Int32Array(new SharedArrayBuffer(0));
  #begunSides = new Set<StreamDigests>();
  #read = 0;
  #toldAt = 0;

  constructor(parts: EncryptionThreadParts) {
    this.#parts = parts;
  }

  async encrypt({ files, to, encryptFor, make }: EncryptOrder, numbers: SharedArrayBuffer): Promise<EncryptEnd> {
    this.#begin(numbers);
    let made: NewFile | null = null;
    const [outSide, streamSide] = [this.#side(0), this.#side(1)];
    // Of a single file, the stream's digests are the file's.
    const fileSide = files.length > 1 ? this.#side(2) : null;
    const ofFiles: DigestedStream[] = [];
    const joined = new JoinedFiles(files, {
      onFile: (index) => {
        Atomics.store(this.#numbers, CURRENT, index);
        if (fileSide !== null) this.#beginSide(fileSide, make);
      },
      onBytes: (bytes) => {
        streamSide.update(bytes);
        fileSide?.update(bytes);
        this.#count(bytes.length);
      },
      onFileEnd: () => {
        if (fileSide !== null)
          ofFiles.push({ ...this.#endSide(fileSide, make), size: files[ofFiles.length]?.size ?? 0 });
      },
    });
    try {
      const encrypter = encrypterFor(encryptFor, this.#parts.workFactor);
      made = new NewFile(to, 'encrypted-copy');
      this.#beginSide(outSide, make);
      this.#beginSide(streamSide, make);
      for await (const piece of await encrypter.encrypt(streamOf(() => joined.next()))) {
        outSide.update(piece);
        made.write(piece);
      }
      made.finish();
      const stream = { ...this.#endSide(streamSide, make), size: this.#read };
      const out = { ...this.#endSide(outSide, make), size: made.size };
      return { kind: 'encrypted', out, stream, files: fileSide === null ? files.map(() => stream) : ofFiles };
    } catch (error) {
      made?.discard();
      return error instanceof FileChanged ? { kind: 'changed', path: error.path } : endOf(error);
    } finally {
      joined.close();
      this.#giveUpSides();
    }
  }

  async decrypt({ from, to, decryptWith }: DecryptOrder, numbers: SharedArrayBuffer): Promise<DecryptEnd> {
    this.#begin(numbers);
    let made: NewFile | null = null;
    let file: number | null = null;
    const side = this.#side(0);
    try {
      const opened = openOrUnreadable(from);
      file = opened.file;
      const output = to === null ? null : new NewFile(to, 'decrypted-file');
      made = output;
      let plainSize = 0;
      this.#beginSide(side, 'all');
      const source = { size: opened.size, read: () => this.#readPiece(opened) };
      const read = await new AgeReading(source, decryptWith).read((plain) => {
        side.update(plain);
        plainSize += plain.length;
        output?.write(plain);
      });
      if (!read.ok) {
        output?.discard();
        return { kind: 'failed', failure: read.error };
      }
      output?.finish();
      this.#begunSides.delete(side);
      return { kind: 'decrypted', plain: { ...side.end(), size: plainSize } };
    } catch (error) {
      made?.discard();
      return endOf(error);
    } finally {
      if (file !== null) closeSync(file);
      this.#giveUpSides();
    }
  }

  /** A small text, whole in memory. Throws where a recipient is none. */
  seal(bytes: Uint8Array, encryptFor: EncryptFor): Promise<Uint8Array> {
    return encrypterFor(encryptFor, this.#parts.workFactor).encrypt(bytes);
  }

  async open(bytes: Uint8Array, decryptWith: DecryptWith): Promise<Result<Uint8Array>> {
    let position = 0;
    const read = (): Uint8Array | null => {
      const piece = bytes.subarray(position, position + PIECE);
      position += piece.length;
      return piece.length === 0 ? null : piece;
    };
    const pieces: Uint8Array[] = [];
    const opened = await new AgeReading({ size: bytes.length, read }, decryptWith).read((plain) => {
      pieces.push(plain);
    });
    return opened.ok ? success(new Uint8Array(Buffer.concat(pieces))) : opened;
  }

  #begin(numbers: SharedArrayBuffer): void {
    this.#numbers = new Int32Array(numbers);
    this.#read = 0;
    this.#toldAt = 0;
  }

  #readPiece({ file, path, size }: OpenedAge): Uint8Array | null {
    if (file === null) return null;
    const piece = new Uint8Array(PIECE);
    try {
      const bytesRead = readSync(file, piece, 0, PIECE, this.#read);
      // What grows while it is read would have no end.
      if (this.#read + bytesRead > size) throw Object.assign(new Error('The file grew.'), { code: 'ESTALE' });
      this.#count(bytesRead);
      return bytesRead === 0 ? null : piece.subarray(0, bytesRead);
    } catch (error) {
      throw error instanceof Cancelled ? error : new FileUnreadable(path, error);
    }
  }

  /** Tells how far it is, and hears whether it is still wanted: throws `Cancelled` where not. */
  #count(bytes: number): void {
    this.#read += bytes;
    if (Atomics.load(this.#numbers, CANCELLED) !== 0) throw new Cancelled();
    if (performance.now() - this.#toldAt < PROGRESS_EVERY_MS) return;
    this.#toldAt = performance.now();
    this.#parts.onProgress(this.#read);
  }

  #side(index: number): StreamDigests {
    const side = this.#sides[index] ?? new StreamDigests(this.#parts.digestScript);
    this.#sides[index] = side;
    return side;
  }

  #beginSide(side: StreamDigests, make: DigestsToMake): void {
    side.begin(make);
    this.#begunSides.add(side);
  }

  #endSide(side: StreamDigests, make: DigestsToMake): MadeDigests {
    this.#begunSides.delete(side);
    return make === 'all' ? side.end() : side.endWithoutKeccak();
  }

  #giveUpSides(): void {
    for (const side of this.#begunSides) side.giveUp();
    this.#begunSides = new Set();
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
