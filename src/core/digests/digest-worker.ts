import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { createBLAKE2b, createKeccak, type IHasher } from 'hash-wasm';
import { madeUpError, openRegularFile, originalFs, refuseMistakable } from '../files/index.ts';
import type { DigestAnswer, Digested, DigestOrder, DigestRequest, DigestsToMake, Slice } from './digest-reader.ts';
import { PIECE_BYTES, runSide, type Side, type SideMemory, startSide } from './side-thread.ts';

const { closeSync, fstatSync, readSync } = originalFs;

const ANSWER_EVERY_MS = 5;
/** Smaller files are done before another thread has begun. */
const SIDE_FROM_BYTES = 4 * PIECE_BYTES;
/** Another thread takes some 16 MB: it stays for a folder of photos, and not while one large file is sent. */
const SIDE_KEPT_MS = 500;
/** A file whose times change while its bytes are read is read so often: somebody may only have renamed it. */
const MOST_READINGS = 3;
/** Files up to this size are handed over whole with their digests. */
const SMALL_FILE_BYTES = 64 * 1024;

type Read = Pick<Digested, 'keccak256' | 'blake2b256' | 'sha256' | 'size' | 'bytes'>;

/**
 * Reads the files that it is asked for, one after the other. Reading blocks this thread and no other: a network share that
 * hangs takes none of the few threads that all other file operations of the app share, and the thread that hangs is
 * replaced. `current` tells those who must know where it hangs.
 */
class ReadingThread {
  readonly #port: MessagePort;
  readonly #current: Int32Array;
  readonly #script: URL;
  readonly #keccak: IHasher;
  readonly #blake2b: IHasher;
  readonly #piece = Buffer.allocUnsafe(PIECE_BYTES);
  readonly #cancelled = new Set<number>();
  readonly #waiting: DigestOrder[] = [];
  #answers: DigestAnswer[] = [];
  #answeredAt = 0;
  #side: Side | null = null;
  #sideKept: NodeJS.Timeout | undefined;

  static async start(port: MessagePort, current: Int32Array, script: URL): Promise<void> {
    // SHA-256 is faster from Node, which uses the processor's own instructions; the other two Node does not have.
    const [keccak, blake2b] = [await createKeccak(256), await createBLAKE2b(256)];
    const thread = new ReadingThread(port, current, script, keccak, blake2b);
    port.on('message', (request: DigestRequest) => thread.#read(request));
  }

  private constructor(port: MessagePort, current: Int32Array, script: URL, keccak: IHasher, blake2b: IHasher) {
    this.#port = port;
    this.#current = current;
    this.#script = script;
    this.#keccak = keccak;
    this.#blake2b = blake2b;
  }

  #read(request: DigestRequest): void {
    this.#take(request);
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const end = this.#digest(next);
      this.#takeArrived();
      this.#answer(end);
    }
    this.#cancelled.clear();
  }

  #take(request: DigestRequest): void {
    if (request.kind === 'cancel') this.#cancelled.add(request.id);
    else this.#waiting.push(...request.orders);
  }

  /** Answers travel together: each message wakes the other thread, which for small files costs more than the digest. */
  #answer(one: DigestAnswer): void {
    this.#answers.push(one);
    if (this.#waiting.length > 0 && performance.now() - this.#answeredAt < ANSWER_EVERY_MS) return;
    const bytes = this.#answers.flatMap((given) =>
      given.kind === 'digested' && given.bytes !== null ? [given.bytes.buffer] : [],
    );
    this.#port.postMessage(this.#answers, bytes);
    this.#answers = [];
    this.#answeredAt = performance.now();
  }

  /** What was asked meanwhile: this thread reads without coming back to its event loop. */
  #takeArrived(): void {
    for (let next = receiveMessageOnPort(this.#port); next !== undefined; next = receiveMessageOnPort(this.#port)) {
      this.#take(next.message);
    }
  }

  /** Tells how far a file is, and hears whether it is still wanted. */
  #isCancelled(id: number, done: number): boolean {
    this.#answer({ kind: 'progress', id, done });
    this.#takeArrived();
    return this.#cancelled.delete(id);
  }

  #digest({ id, path, links, mostBytes, slice, make }: DigestOrder): DigestAnswer {
    if (this.#cancelled.delete(id)) return { kind: 'cancelled', id };
    Atomics.store(this.#current, 0, id);
    if (slice instanceof Uint8Array) return this.#ofBytes(id, slice, make);
    let file: number | null = null;
    try {
      refuseMistakable(path);
      const opened = openRegularFile(path, links);
      file = opened.file;
      if (file === null) return this.#digested(id, this.#nothing(make), opened.stats, false);
      let before = opened.stats;
      if (slice !== null) {
        const read = this.#readSlice(file, slice, make);
        return this.#digested(id, read, before, !isAsBefore(before, fstatSync(file, { bigint: true })));
      }
      if (before.size > mostBytes) return { kind: 'larger', id, bytes: Number(before.size) };
      for (let readings = 1; ; readings += 1) {
        const read =
          before.size < SIDE_FROM_BYTES
            ? this.#readSmall(id, file, before.size, make)
            : this.#readLarge(id, file, before.size, make);
        if (read === 'cancelled') return { kind: 'cancelled', id };
        const after = fstatSync(file, { bigint: true });
        const isWritten = before.mtimeNs !== after.mtimeNs || before.size !== after.size;
        if (!isWritten && BigInt(read.size) !== after.size) throw madeUpError();
        if (isWritten || before.ctimeNs === after.ctimeNs) return this.#digested(id, read, before, isWritten);
        // Renamed, or written to with its time set back: another reading tells.
        if (readings === MOST_READINGS) return this.#digested(id, read, before, true);
        before = after;
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
      return { kind: 'unreadable', id, code, detail: String(error) };
    } finally {
      if (file !== null) closeSync(file);
    }
  }

  #digested(id: number, read: Read, stats: BigIntStats, changedMeanwhile: boolean): Digested {
    const { mtimeNs, ctimeNs, ino, size } = stats;
    const file = { fileSize: Number(size), mtimeNs: mtimeNs.toString(), ctimeNs, inode: ino };
    return { kind: 'digested', id, ...read, ...file, changedMeanwhile };
  }

  #ofBytes(id: number, bytes: Uint8Array<ArrayBuffer>, make: DigestsToMake): Digested {
    const nowhere = { fileSize: bytes.length, mtimeNs: '0', ctimeNs: 0n, inode: 0n, changedMeanwhile: false };
    return { kind: 'digested', id, ...this.#digestsOf(bytes, make), ...nowhere };
  }

  /** One piece of a file, in memory of its own. */
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

  /** All digests on this thread. Of a file that grows no more is read than shows it. */
  #readSmall(id: number, file: number, expected: bigint, make: DigestsToMake): Read | 'cancelled' {
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
      if (bytesRead === PIECE_BYTES && this.#isCancelled(id, size)) return 'cancelled';
    }
    const bytes = size <= SMALL_FILE_BYTES ? new Uint8Array(this.#piece.subarray(0, size)) : null;
    return { ...this.#end(make, sha.digest('hex')), size, bytes };
  }

  #nothing(make: DigestsToMake): Read {
    this.#begin(make);
    return { ...this.#end(make, createHash('sha256').digest('hex')), size: 0, bytes: new Uint8Array() };
  }

  /** Those of this thread that take the bytes; SHA-256 is Node's. */
  #begin(make: DigestsToMake): readonly IHasher[] {
    const hashers = make === 'all' ? [this.#keccak, this.#blake2b] : [this.#blake2b];
    for (const hasher of hashers) hasher.init();
    return hashers;
  }

  #end(make: DigestsToMake, sha256: string): Pick<Read, 'keccak256' | 'blake2b256' | 'sha256'> {
    return {
      keccak256: make === 'all' ? `0x${this.#keccak.digest('hex')}` : null,
      blake2b256: `0x${this.#blake2b.digest('hex')}`,
      sha256: `0x${sha256}`,
    };
  }

  /** Comes to its turn between two files: within one this thread does not go back to its event loop. */
  #closeSide(): void {
    this.#side?.close();
    this.#side = null;
  }

  /** The slowest digest on this thread, the others beside it. */
  #readLarge(id: number, file: number, expected: bigint, make: DigestsToMake): Read | 'cancelled' {
    clearTimeout(this.#sideKept);
    this.#side ??= startSide(this.#script);
    const side = this.#side;
    this.#sideKept = setTimeout(() => this.#closeSide(), SIDE_KEPT_MS).unref();
    side.begin(make === 'all' ? ['blake2b256', 'sha256'] : ['sha256']);
    const hasher = make === 'all' ? this.#keccak : this.#blake2b;
    hasher.init();
    let size = 0;
    try {
      while (size <= expected) {
        const piece = side.nextPiece();
        const bytesRead = readSync(file, piece, 0, PIECE_BYTES, size);
        if (bytesRead === 0) break;
        side.hand(bytesRead);
        hasher.update(piece.subarray(0, bytesRead));
        size += bytesRead;
        if (this.#isCancelled(id, size)) {
          side.giveUp();
          return 'cancelled';
        }
      }
    } catch (error) {
      side.giveUp();
      throw error;
    }
    const own = `0x${hasher.digest('hex')}`;
    side.end();
    const sha256 = side.digest('sha256');
    const slow =
      make === 'all' ? { keccak256: own, blake2b256: side.digest('blake2b256') } : { keccak256: null, blake2b256: own };
    return { size, ...slow, sha256, bytes: null };
  }
}

function isAsBefore(before: BigIntStats, after: BigIntStats): boolean {
  return before.mtimeNs === after.mtimeNs && before.size === after.size && before.ctimeNs === after.ctimeNs;
}

// One script for both kinds of thread: where a reading thread is, in shared memory, or what a side thread works on.
const data: SharedArrayBuffer | SideMemory = workerData;

if (parentPort === null) throw new Error('The digest worker runs as a worker thread.');
if (data instanceof SharedArrayBuffer)
  void ReadingThread.start(parentPort, new Int32Array(data), new URL(import.meta.url));
else void runSide(parentPort, data);
