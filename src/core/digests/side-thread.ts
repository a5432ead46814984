import { createHash } from 'node:crypto';
import { type MessagePort, Worker } from 'node:worker_threads';
import { createBLAKE2b, createKeccak } from 'hash-wasm';

/**
 * Computes digests in a second thread while the reading thread computes the slowest one. Both use the same pieces in
 * shared memory, so a further digest takes no extra time.
 */

export const PIECE_BYTES = 1024 * 1024;
/** One piece is read while the other is digested. */
const SLOTS = 2;
const HASH_BYTES = 32;
const HASH_BITS = 256;

/** Indexes of the shared numbers: pieces written, pieces digested, then the length of the piece in each slot. */
const PUT = 0;
const TAKEN = 1;
const LENGTHS = 2;

/** Special lengths: the end of the file, or a file that is abandoned. */
const END = 0;
const GIVEN_UP = -1;

const names = ['keccak256', 'blake2b256', 'sha256'] as const;
type DigestName = (typeof names)[number];

export type SideMemory = { readonly numbers: SharedArrayBuffer; readonly bytes: SharedArrayBuffer };

function views({ numbers, bytes }: SideMemory) {
  const result = (name: DigestName): Buffer =>
    Buffer.from(bytes, SLOTS * PIECE_BYTES + names.indexOf(name) * HASH_BYTES, HASH_BYTES);
  const slot = (piece: number): Buffer => Buffer.from(bytes, (piece % SLOTS) * PIECE_BYTES, PIECE_BYTES);
  return {
    numbers: new Int32Array(numbers),
    slots: Array.from({ length: SLOTS }, (_, index) => slot(index)),
    result,
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

/** The reading thread's interface. Starts `script` as a worker with the shared memory as its data. */
export function startSide(script: URL) {
  const memory: SideMemory = {
    numbers: new SharedArrayBuffer((LENGTHS + SLOTS) * Int32Array.BYTES_PER_ELEMENT),
    bytes: new SharedArrayBuffer(SLOTS * PIECE_BYTES + names.length * HASH_BYTES),
  };
  const { numbers, slots, result } = views(memory);
  const worker = new Worker(script, { workerData: memory });
  worker.unref();
  let put = 0;

  function hand(length: number): void {
    numbers[LENGTHS + (put % SLOTS)] = length;
    put += 1;
    advance(numbers, PUT);
  }

  return {
    /**
     * Call before the first piece of a file. Between files, the thread sleeps in its event loop, where it can be ended.
     */
    begin: (digests: readonly DigestName[]): void => worker.postMessage(digests),
    /** The buffer for the next piece. Waits until its earlier content is digested. */
    nextPiece(): Buffer {
      waitUntil(numbers, TAKEN, put - SLOTS + 1);
      return slots[put % SLOTS] ?? Buffer.alloc(0);
    },
    /**
     * Passes on the content of `nextPiece()`: `length` bytes, more than 0. The content stays valid until the next piece
     * but one.
     */
    hand,
    /** Call after the last piece. Then the digests are available until the next file begins. */
    end(): void {
      this.nextPiece();
      hand(END);
      waitUntil(numbers, TAKEN, put);
    },
    /** Lower-case hex with `0x`. `name` must be one of the digests passed to `begin`. */
    digest: (name: DigestName): string => `0x${result(name).toString('hex')}`,
    giveUp(): void {
      this.nextPiece();
      hand(GIVEN_UP);
    },
    /** Call only between two files. */
    close: (): void => void worker.terminate(),
  };
}

/** Runs in the second thread. */
export async function runSide(port: MessagePort, memory: SideMemory): Promise<void> {
  const { numbers, slots, result } = views(memory);
  const [keccak, blake2b] = [await createKeccak(HASH_BITS), await createBLAKE2b(HASH_BITS)];
  let taken = 0;

  /** Digests the pieces of one file as they come. */
  port.on('message', (digests: readonly DigestName[]) => {
    const sha = createHash('sha256');
    const hashers = {
      keccak256: { update: (piece: Buffer) => keccak.update(piece), digest: () => keccak.digest('binary') },
      blake2b256: { update: (piece: Buffer) => blake2b.update(piece), digest: () => blake2b.digest('binary') },
      sha256: sha,
    };
    keccak.init();
    blake2b.init();
    for (let length = 1; length > 0; advance(numbers, TAKEN)) {
      waitUntil(numbers, PUT, taken + 1);
      length = numbers[LENGTHS + (taken % SLOTS)] ?? GIVEN_UP;
      const piece = (slots[taken % SLOTS] ?? Buffer.alloc(0)).subarray(0, Math.max(length, 0));
      taken += 1;
      for (const name of digests) hashers[name].update(piece);
      if (length === END) for (const name of digests) result(name).set(hashers[name].digest());
    }
  });
}

/** Lower-case hex with `0x`. */
export type AllDigests = { readonly keccak256: string; readonly blake2b256: string; readonly sha256: string };
/** The digests of a stream. */
export type MadeDigests = Omit<AllDigests, 'keccak256'> & { readonly keccak256: null };

/**
 * BLAKE2b-256 and SHA-256 of a byte stream, computed in a separate thread. The calling thread waits if that thread is two pieces
 * behind, so it must not be the main thread.
 */
export class StreamDigests {
  readonly #side: Side;
  #piece: Buffer | null = null;
  #filled = 0;
  #isOpen = false;

  /** `script` is the built `digest-worker`. */
  constructor(script: URL) {
    this.#side = startSide(script);
  }

  /** Copies the bytes. */
  update(bytes: Uint8Array): void {
    this.#begin();
    for (let from = 0; from < bytes.length; ) {
      this.#piece ??= this.#side.nextPiece();
      const taken = bytes.subarray(from, from + this.#piece.length - this.#filled);
      this.#piece.set(taken, this.#filled);
      this.#filled += taken.length;
      from += taken.length;
      if (this.#filled === this.#piece.length) this.#hand();
    }
  }

  /** Returns the digests since the last `end`. The next bytes begin another stream. */
  end(): MadeDigests {
    this.#begin();
    this.#hand();
    this.#side.end();
    this.#isOpen = false;
    return { keccak256: null, blake2b256: this.#side.digest('blake2b256'), sha256: this.#side.digest('sha256') };
  }

  /** Discards the bytes since the last `end`. */
  giveUp(): void {
    if (this.#isOpen) this.#side.giveUp();
    this.#isOpen = false;
  }

  #begin(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#filled = 0;
    this.#piece = null;
    this.#side.begin(['blake2b256', 'sha256']);
  }

  #hand(): void {
    if (this.#filled > 0) this.#side.hand(this.#filled);
    this.#filled = 0;
    this.#piece = null;
  }
}
