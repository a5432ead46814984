import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { createBLAKE2b, createKeccak, type IHasher } from 'hash-wasm';
import { madeUpError, openRegularFile, originalFs } from '../files/index.ts';
import { post, serve, transfer } from '../threads.ts';
import {
  CANCELLED,
  CURRENT,
  type DigestAnswer,
  type Digested,
  type DigestOrder,
  type DigestProgress,
  type DigestsToMake,
  type Slice,
} from './digest-order.ts';
import { PIECE_BYTES, runSide, type Side, type SideMemory, startSide } from './side-thread.ts';

const { closeSync, fstatSync, readSync } = originalFs;

/** After this time the thread answers with the finished digests, so that they do not wait for the rest. */
const ANSWER_AFTER_MS = 5;
/** Smaller files are finished before a second thread could start. */
const SIDE_FROM_BYTES = 4 * PIECE_BYTES;
/**
 * The second thread uses about 16 MB. It is kept for this time, so that a folder of photos reuses it, but a large
 * upload does without it.
 */
const SIDE_KEPT_MS = 500;
/** A file whose change time differs after the reading may only have been renamed, so it is read up to this often. */
const MOST_READINGS = 3;
/** The content of files up to this size is returned with the digests. */
const SMALL_FILE_BYTES = 64 * 1024;

type Made = Pick<Digested, 'keccak256' | 'blake2b256' | 'sha256'>;
type Read = Made & Pick<Digested, 'size' | 'bytes'>;

/**
 * Reads files. A network share that hangs blocks only this thread, not the thread pool of the app's other file
 * operations.
 */
export class DigestThread {
  readonly #script = new URL(import.meta.url);
  readonly #keccak: IHasher;
  readonly #blake2b: IHasher;
  readonly #piece = Buffer.allocUnsafe(PIECE_BYTES);
  #numbers = new Int32Array(new SharedArrayBuffer(0));
  #at = 0;
  #side: Side | null = null;
  #sideKept: NodeJS.Timeout | undefined;

  constructor(keccak: IHasher, blake2b: IHasher) {
    this.#keccak = keccak;
    this.#blake2b = blake2b;
  }

  /** Answers the first orders: those that were finished within a few milliseconds, at least one. */
  digest(orders: readonly DigestOrder[], numbers: SharedArrayBuffer): DigestAnswer[] {
    const until = performance.now() + ANSWER_AFTER_MS;
    const answers: DigestAnswer[] = [];
    this.#numbers = new Int32Array(numbers);
    for (const [at, order] of orders.entries()) {
      this.#at = at;
      Atomics.store(this.#numbers, CURRENT, at);
      answers.push(this.#isCancelled() ? { kind: 'cancelled' } : this.#digest(order));
      if (performance.now() > until) break;
    }
    const bytes = answers.flatMap((one) => (one.kind === 'digested' && one.bytes !== null ? [one.bytes.buffer] : []));
    return transfer(answers, bytes);
  }

  #isCancelled(): boolean {
    return Atomics.load(this.#numbers, CANCELLED + this.#at) !== 0;
  }

  #digest({ path, links, mostBytes, slice, make }: DigestOrder): DigestAnswer {
    if (slice instanceof Uint8Array) {
      const nowhere = { fileSize: slice.length, mtimeNs: '0', ctimeNs: 0n, inode: 0n, changedMeanwhile: false };
      return { kind: 'digested', ...this.#digestsOf(slice, make), ...nowhere };
    }
    let file: number | null = null;
    try {
      const opened = openRegularFile(path, links);
      file = opened.file;
      let before = opened.stats;
      if (file === null) return digested(this.#digestsOf(new Uint8Array(), make), before, false);
      if (slice !== null) {
        const read = this.#readSlice(file, slice, make);
        const after = fstatSync(file, { bigint: true });
        return digested(read, before, isWritten(before, after) || before.ctimeNs !== after.ctimeNs);
      }
      if (before.size > mostBytes) return { kind: 'larger', bytes: Number(before.size) };
      for (let readings = 1; ; readings += 1) {
        const isSmall = before.size < SIDE_FROM_BYTES;
        const read = isSmall ? this.#readSmall(file, before.size, make) : this.#readLarge(file, before.size, make);
        if (read === 'cancelled') return { kind: 'cancelled' };
        const after = fstatSync(file, { bigint: true });
        if (isWritten(before, after)) return digested(read, before, true);
        if (BigInt(read.size) !== after.size) throw madeUpError();
        if (before.ctimeNs === after.ctimeNs) return digested(read, before, false);
        // The file was renamed, or written to with its time set back. Another reading decides.
        if (readings === MOST_READINGS) return digested(read, before, true);
        before = after;
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
      return { kind: 'unreadable', code, detail: String(error) };
    } finally {
      if (file !== null) closeSync(file);
    }
  }

  /** Reads a slice into its own memory. */
  #readSlice(file: number, { offset, size }: Slice, make: DigestsToMake): Read {
    const bytes = new Uint8Array(size);
    let done = 0;
    while (done < size) {
      const bytesRead = readSync(file, bytes, done, size - done, offset + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return this.#digestsOf(bytes.subarray(0, done), make);
  }

  #digestsOf(bytes: Uint8Array<ArrayBuffer>, make: DigestsToMake): Read {
    const hashers = this.#begin(make);
    for (const hasher of hashers) hasher.update(bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { ...this.#end(make, sha256), size: bytes.length, bytes };
  }

  /** Computes all digests in this thread. Stops one piece after the expected size if the file grows. */
  #readSmall(file: number, expected: bigint, make: DigestsToMake): Read | 'cancelled' {
    const hashers = this.#begin(make);
    const sha = createHash('sha256');
    let size = 0;
    while (size <= expected) {
      const bytesRead = readSync(file, this.#piece, 0, PIECE_BYTES, size);
      if (bytesRead === 0) break;
      const read = this.#piece.subarray(0, bytesRead);
      for (const hasher of hashers) hasher.update(read);
      sha.update(read);
      size += bytesRead;
      if (bytesRead === PIECE_BYTES && !this.#goesOn(size)) return 'cancelled';
    }
    const bytes = size <= SMALL_FILE_BYTES ? new Uint8Array(this.#piece.subarray(0, size)) : null;
    return { ...this.#end(make, sha.digest('hex')), size, bytes };
  }

  /** Computes the slowest digest in this thread and the others in a second thread. */
  #readLarge(file: number, expected: bigint, make: DigestsToMake): Read | 'cancelled' {
    clearTimeout(this.#sideKept);
    this.#side ??= startSide(this.#script);
    const side = this.#side;
    this.#sideKept = setTimeout(() => this.#closeSide(), SIDE_KEPT_MS).unref();
    side.begin(make === 'all' ? ['blake2b256', 'sha256'] : ['sha256']);
    const hasher = make === 'all' ? this.#keccak : this.#blake2b;
    hasher.init();
    let size = 0;
    let isWanted = true;
    try {
      while (isWanted && size <= expected) {
        const piece = side.nextPiece();
        const bytesRead = readSync(file, piece, 0, PIECE_BYTES, size);
        if (bytesRead === 0) break;
        side.hand(bytesRead);
        hasher.update(piece.subarray(0, bytesRead));
        size += bytesRead;
        isWanted = this.#goesOn(size);
      }
    } catch (error) {
      side.giveUp();
      throw error;
    }
    if (!isWanted) {
      side.giveUp();
      return 'cancelled';
    }
    const own = `0x${hasher.digest('hex')}`;
    side.end();
    const slow =
      make === 'all' ? { keccak256: own, blake2b256: side.digest('blake2b256') } : { keccak256: null, blake2b256: own };
    return { size, ...slow, sha256: side.digest('sha256'), bytes: null };
  }

  /** A timer calls this between two answers, because this thread does not return to its event loop within one. */
  #closeSide(): void {
    this.#side?.close();
    this.#side = null;
  }

  #goesOn(done: number): boolean {
    post({ at: this.#at, done } satisfies DigestProgress);
    return !this.#isCancelled();
  }

  /** SHA-256 comes from Node, which uses the processor's own instructions. */
  #begin(make: DigestsToMake): readonly IHasher[] {
    const hashers = make === 'all' ? [this.#keccak, this.#blake2b] : [this.#blake2b];
    for (const hasher of hashers) hasher.init();
    return hashers;
  }

  #end(make: DigestsToMake, sha256: string): Made {
    return {
      keccak256: make === 'all' ? `0x${this.#keccak.digest('hex')}` : null,
      blake2b256: `0x${this.#blake2b.digest('hex')}`,
      sha256: `0x${sha256}`,
    };
  }
}

function digested(read: Read, { mtimeNs, ctimeNs, ino, size }: BigIntStats, changedMeanwhile: boolean): Digested {
  const file = { fileSize: Number(size), mtimeNs: mtimeNs.toString(), ctimeNs, inode: ino };
  return { kind: 'digested', ...read, ...file, changedMeanwhile };
}

function isWritten(before: BigIntStats, after: BigIntStats): boolean {
  return before.mtimeNs !== after.mtimeNs || before.size !== after.size;
}

async function start(): Promise<void> {
  serve(new DigestThread(await createKeccak(256), await createBLAKE2b(256)));
}

// The same script serves both kinds of thread. Only the second thread gets shared memory.
const memory: SideMemory | undefined = workerData ?? undefined;
if (parentPort === null) throw new Error('The digest worker runs as a worker thread.');
if (memory === undefined) void start();
else void runSide(parentPort, memory);
