import { Worker } from 'node:worker_threads';
import type { Links } from '../files/index.ts';

export type DigestOrder = {
  readonly id: number;
  readonly path: string;
  readonly links: Links;
  /** A longer file is not read, but answered with `larger`. */
  readonly mostBytes: number;
  /** What is read in place of the whole file: a slice of it, or nothing of any file, but bytes that are at hand. */
  readonly slice: Slice | Uint8Array<ArrayBuffer> | null;
  readonly make: DigestsToMake;
};

/** Keccak-256 takes longer than the two others together, and is left out where nobody asks for it. */
export type DigestsToMake = 'all' | 'no-keccak';

/** Bytes of a file: where they begin, and how many. */
export type Slice = { readonly offset: number; readonly size: number };

export type DigestRequest =
  | { readonly kind: 'digest'; readonly orders: readonly DigestOrder[] }
  | { readonly kind: 'cancel'; readonly id: number };

export type Digested = {
  readonly kind: 'digested';
  readonly id: number;
  /** Keccak-256 (null where it was not to be made), BLAKE2b-256 and SHA-256 of the same bytes, lower-case hex with `0x`. */
  readonly keccak256: string | null;
  readonly blake2b256: string;
  readonly sha256: string;
  /** Of what was read. */
  readonly size: number;
  /** Of the whole file; of bytes at hand the same as theirs. */
  readonly fileSize: number;
  readonly mtimeNs: string;
  /** Change of whatever kind, in nanoseconds, and the file's own number: the same ones show that nobody wrote to it. */
  readonly ctimeNs: bigint;
  readonly inode: bigint;
  /** All that was read of a small file or of a slice, so that it need not be read again; else null. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  /** Somebody wrote to the file while it was read: the digest belongs to nothing. */
  readonly changedMeanwhile: boolean;
};

/** The worker answers with arrays of these. */
export type DigestAnswer =
  | Digested
  | { readonly kind: 'progress'; readonly id: number; readonly done: number }
  | { readonly kind: 'larger'; readonly id: number; readonly bytes: number }
  | { readonly kind: 'unreadable'; readonly id: number; readonly code: string; readonly detail: string }
  | { readonly kind: 'cancelled'; readonly id: number };

/** `Made`: what is known of its digests by what was asked for. */
export type DigestEnd<Made = unknown> =
  | (Digested & Made)
  | Exclude<DigestAnswer, { kind: 'progress' | 'larger' | 'digested' }>;

export type DigestJob = DigestOrder & {
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
  readonly resolve: (end: DigestEnd) => void;
};

/** Asked ahead, so that the thread need not wait for its next small file; asked anew when half of it is done. */
const PIPELINE = 32;
/** Slices are as long as many small files: what one thread is asked for, no other has. */
const SLICES_AHEAD = 3;
/** Files that may be longer than this have no other behind them, which would wait for all of it. */
export const PIPELINED_BYTES = 64 * 1024 * 1024;
/** The code of a file whose thread broke down. */
const DIED = 'WORKER';

export type Supply = {
  /** `isStarted`: the reader has its thread; for slices that another is at work on no second one is started. */
  readonly take: (isStarted: boolean) => DigestJob | null;
  readonly giveBack: (jobs: readonly DigestJob[]) => void;
  /** The file turned out to have so many bytes, more than this reader was to read of it. */
  readonly giveOn: (job: DigestJob, bytes: number) => void;
  /** A thread was given up at this file; `ended` resolves when it has ended. */
  readonly onHanging: (path: string, ended: Promise<unknown>) => void;
};

/**
 * One worker thread and the files that it was asked to read, first in, first out. A thread that gives no sign of life for
 * `stallMs` hangs in a read that nobody can interrupt: the file that it is at is given up, the others are given back, and
 * a new thread takes its place.
 */
export class DigestReader {
  readonly #script: URL;
  readonly #stallMs: number;
  readonly #keptMs: number | null;
  readonly #supply: Supply;
  readonly #pipeline = new Map<number, DigestJob>();
  /** The thread says here at which file it is. */
  readonly #current = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  /** Threads that are to end, until they do, if ever. */
  readonly #ending = new Set<Promise<unknown>>();
  /** Begun once there is nothing to read; it goes on while others are looked for in vain. */
  #idle: NodeJS.Timeout | null = null;
  #stall: NodeJS.Timeout | null = null;
  /** Started with its first file: a start of the app reads none, and small files seldom need a second thread. */
  #worker: Worker | null = null;

  /** `keptMs`: after so long without anything to read its thread ends, which takes some 16 MB; null: it stays. */
  constructor(script: URL, stallMs: number, keptMs: number | null, supply: Supply) {
    this.#script = script;
    this.#stallMs = stallMs;
    this.#keptMs = keptMs;
    this.#supply = supply;
  }

  fill(): void {
    if (this.#pipeline.size > PIPELINE / 2 || [...this.#pipeline.values()].some(isLong) || this.#isFullOfSlices())
      return;
    const orders: DigestOrder[] = [];
    while (this.#pipeline.size < PIPELINE) {
      const job = this.#supply.take(this.#worker !== null);
      if (job === null) break;
      this.#pipeline.set(job.id, job);
      const { id, path, links, mostBytes, slice, make } = job;
      orders.push({ id, path, links, mostBytes, slice, make });
      if (isLong(job) || this.#isFullOfSlices()) break;
    }
    if (orders.length > 0) {
      this.#stopIdling();
      this.#worker ??= this.#start();
      this.#worker.postMessage({ kind: 'digest', orders } satisfies DigestRequest);
    }
    if (this.#stall === null || this.#pipeline.size === 0) this.#watch();
    if (orders.length === 0 && this.#pipeline.size === 0) this.#endWhenIdle();
  }

  /** Whether it is at work on slices. */
  get hasSlices(): boolean {
    return this.#slices() > 0;
  }

  /** As many slices as it is asked for at a time. */
  #isFullOfSlices(): boolean {
    return this.#slices() >= SLICES_AHEAD;
  }

  #slices(): number {
    return this.#pipeline.values().reduce((slices, { slice }) => slices + (slice === null ? 0 : 1), 0);
  }

  cancel(id: number): void {
    if (this.#pipeline.has(id)) this.#worker?.postMessage({ kind: 'cancel', id } satisfies DigestRequest);
  }

  /** Resolves once all its threads have ended: never, while one hangs. */
  async close(): Promise<void> {
    if (this.#stall !== null) clearTimeout(this.#stall);
    this.#stopIdling();
    await Promise.all([this.#worker?.terminate(), ...this.#ending]);
  }

  #start(): Worker {
    const started = new Worker(this.#script, { workerData: this.#current.buffer });
    started.unref();
    started.on('message', (answers: readonly DigestAnswer[]) => {
      if (started !== this.#worker) return;
      this.#watch();
      for (const answer of answers) this.#onAnswer(answer);
      this.fill();
    });
    started.on('error', (error) => {
      if (started === this.#worker) this.#replace(DIED, String(error));
    });
    return started;
  }

  #onAnswer(answer: DigestAnswer): void {
    const job = this.#pipeline.get(answer.id);
    if (answer.kind === 'progress') {
      job?.onProgress(answer.done);
      return;
    }
    this.#pipeline.delete(answer.id);
    if (job === undefined) return;
    if (answer.kind === 'larger') this.#supply.giveOn(job, answer.bytes);
    else job.resolve(answer);
  }

  #end(worker: Worker | null): Promise<unknown> | undefined {
    const ended = worker?.terminate();
    if (ended === undefined) return undefined;
    this.#ending.add(ended);
    void ended.finally(() => this.#ending.delete(ended));
    return ended;
  }

  #endWhenIdle(): void {
    if (this.#worker === null || this.#keptMs === null || this.#idle !== null) return;
    this.#idle = setTimeout(() => {
      this.#idle = null;
      this.#end(this.#worker);
      this.#worker = null;
    }, this.#keptMs).unref();
  }

  #stopIdling(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
  }

  #watch(): void {
    if (this.#stall !== null) clearTimeout(this.#stall);
    this.#stall = null;
    if (this.#pipeline.size === 0) return;
    const detail = `Nothing was read for ${Math.round(this.#stallMs / 1000)} seconds.`;
    this.#stall = setTimeout(() => this.#replace('ETIMEDOUT', detail), this.#stallMs);
    this.#stall.unref();
  }

  #replace(code: string, detail: string): void {
    // Files before the one that it hangs in may have been read without their answers having left: they are read again.
    const stuckAt = Atomics.load(this.#current, 0);
    const given = [...this.#pipeline.values()];
    this.#pipeline.clear();
    const hanging = this.#worker;
    // Another one starts with the next file: one that cannot even start must not be started over and over.
    this.#worker = null;
    this.#watch();
    // Ends when the read that it hangs in does, if ever.
    const ended = this.#end(hanging);
    const stuck = given.find(({ id }) => id === stuckAt) ?? (code === DIED ? given[0] : undefined);
    if (stuck !== undefined && ended !== undefined && code !== DIED) this.#supply.onHanging(stuck.path, ended);
    stuck?.resolve({ kind: 'unreadable', id: stuck.id, code, detail });
    this.#supply.giveBack(given.filter((job) => job !== stuck));
  }
}

function isLong({ mostBytes }: DigestJob): boolean {
  return mostBytes > PIPELINED_BYTES;
}
