import { createHash } from 'node:crypto';
import { type MessagePort, Worker } from 'node:worker_threads';
import { createBLAKE2b, createKeccak } from 'hash-wasm';

/**
 * Keccak-256 takes as long as the two other digests together, and longer. For a large file they are made on a thread of
 * their own, of the same pieces of the file in memory that both threads share, so that a digest more costs no time more.
 */

export const PIECE_BYTES = 1024 * 1024;
/** One piece is read while the other is worked on. */
const SLOTS = 2;
const HASH_BYTES = 32;

/** Places in the shared numbers: pieces put, pieces worked on, then the length of what is in each slot. */
const PUT = 0;
const TAKEN = 1;
const LENGTHS = 2;

/** Lengths that are none: the file is at its end; the file is given up. */
const END = 0;
const GIVEN_UP = -1;

/** Which digests the side thread makes: those that a reading thread has no time for, or all three. */
type SideWork = 'beside-keccak' | 'all';

export type SideMemory = {
  readonly numbers: SharedArrayBuffer;
  readonly bytes: SharedArrayBuffer;
  readonly work: SideWork;
};

export type SideDigests = { readonly blake2b256: string; readonly sha256: string };

function views({ numbers, bytes }: SideMemory) {
  const result = (index: number): Buffer => Buffer.from(bytes, SLOTS * PIECE_BYTES + index * HASH_BYTES, HASH_BYTES);
  const slot = (piece: number): Buffer => Buffer.from(bytes, (piece % SLOTS) * PIECE_BYTES, PIECE_BYTES);
  return {
    numbers: new Int32Array(numbers),
    slots: Array.from({ length: SLOTS }, (_, index) => slot(index)),
    blake2b256: result(0),
    sha256: result(1),
    keccak256: result(2),
  };
}

function waitUntil(numbers: Int32Array, place: number, reached: number): void {
  for (let now = Atomics.load(numbers, place); now < reached; now = Atomics.load(numbers, place)) {
    Atomics.wait(numbers, place, now);
  }
}

function advance(numbers: Int32Array, place: number): void {
  Atomics.add(numbers, place, 1);
  Atomics.notify(numbers, place);
}

export type Side = ReturnType<typeof startSide>;

/** The reading thread's end. `script` is started as a worker with the memory as its data. */
export function startSide(script: URL, work: SideWork = 'beside-keccak') {
  const memory: SideMemory = {
    numbers: new SharedArrayBuffer((LENGTHS + SLOTS) * Int32Array.BYTES_PER_ELEMENT),
    bytes: new SharedArrayBuffer(SLOTS * PIECE_BYTES + 3 * HASH_BYTES),
    work,
  };
  const { numbers, slots, ...results } = views(memory);
  const worker = new Worker(script, { workerData: memory });
  worker.unref();
  let put = 0;

  function hand(length: number): void {
    numbers[LENGTHS + (put % SLOTS)] = length;
    put += 1;
    advance(numbers, PUT);
  }

  return {
    /** Before the first piece of a file. In between, the thread sleeps in its event loop, where it can be ended. */
    begin: (): void => worker.postMessage(null),
    /** Where the next piece is to be read to; waits until what lay there is worked on. */
    nextPiece(): Buffer {
      waitUntil(numbers, TAKEN, put - SLOTS + 1);
      return slots[put % SLOTS] ?? Buffer.alloc(0);
    },
    /** Hands over what was read to `nextPiece()`, more than 0 bytes. It stays as it is until the next piece but one. */
    hand,
    /** The digests of all that was handed over since the last end. */
    end(): SideDigests {
      this.nextPiece();
      hand(END);
      waitUntil(numbers, TAKEN, put);
      return { blake2b256: hex(results.blake2b256), sha256: hex(results.sha256) };
    },
    /** After `end`, where all digests are its work. */
    keccak256: (): string => hex(results.keccak256),
    giveUp(): void {
      this.nextPiece();
      hand(GIVEN_UP);
    },
    /** Between two files. */
    close: (): void => void worker.terminate(),
  };
}

function hex(bytes: Buffer): string {
  return `0x${bytes.toString('hex')}`;
}

/** The other end. */
export async function runSide(port: MessagePort, memory: SideMemory): Promise<void> {
  const { numbers, slots, ...results } = views(memory);
  const blake2b = await createBLAKE2b(HASH_BYTES * 8);
  const keccak = memory.work === 'all' ? await createKeccak(256) : null;
  let taken = 0;

  /** Works on the pieces of one file as they come. */
  port.on('message', () => {
    blake2b.init();
    keccak?.init();
    const sha = createHash('sha256');
    for (let length = 1; length > 0; advance(numbers, TAKEN)) {
      waitUntil(numbers, PUT, taken + 1);
      length = numbers[LENGTHS + (taken % SLOTS)] ?? GIVEN_UP;
      const piece = (slots[taken % SLOTS] ?? Buffer.alloc(0)).subarray(0, Math.max(length, 0));
      taken += 1;
      blake2b.update(piece);
      keccak?.update(piece);
      sha.update(piece);
      if (length !== END) continue;
      results.blake2b256.set(blake2b.digest('binary'));
      results.sha256.set(sha.digest());
      if (keccak !== null) results.keccak256.set(keccak.digest('binary'));
    }
  });
}
