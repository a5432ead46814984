import { Worker } from 'node:worker_threads';
import type { Links } from '../files/index.ts';

export type DigestOrder = {
  readonly id: number;
  readonly path: string;
  readonly links: Links;
  /** A longer file is not read, but answered with `larger`. */
  readonly mostBytes: number;
};

export type DigestRequest =
  | { readonly kind: 'digest'; readonly orders: readonly DigestOrder[] }
  | { readonly kind: 'cancel'; readonly id: number };

export type Digested = {
  readonly kind: 'digested';
  readonly id: number;
  /** Keccak-256, BLAKE2b-256 and SHA-256 of the same bytes, lower-case hex with `0x`. */
  readonly keccak256: string;
  readonly blake2b256: string;
  readonly sha256: string;
  readonly size: number;
  readonly mtimeNs: string;
  /** Change of whatever kind, in nanoseconds, and the file's own number: the same ones show that nobody wrote to it. */
  readonly ctimeNs: bigint;
  readonly inode: bigint;
  /** The whole content of a small file, so that it need not be read again; else null. */
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

export type DigestEnd = Exclude<DigestAnswer, { kind: 'progress' | 'larger' }>;

/** One file that is to be read. */
export type Reading = DigestOrder & {
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
  readonly resolve: (end: DigestEnd) => void;
};

/** Asked ahead, so that the thread need not wait for its next small file; asked anew when half of it is done. */
const PIPELINE = 32;
/** Files that may be longer than this have no other behind them, which would wait for all of it. */
export const PIPELINED_BYTES = 64 * 1024 * 1024;
/** The code of a file whose thread broke down. */
const DIED = 'WORKER';

export type Supply = {
  readonly take: () => Reading | null;
  readonly giveBack: (readings: readonly Reading[]) => void;
  /** The file turned out to have so many bytes, more than this reader was to read of it. */
  readonly giveOn: (reading: Reading, bytes: number) => void;
  /** A thread was given up at this file; `ended` resolves when it has ended. */
  readonly onHanging: (path: string, ended: Promise<unknown>) => void;
};

export type Reader = ReturnType<typeof createReader>;

/**
 * One worker thread and the files that it was asked to read, first in, first out. A thread that gives no sign of life for
 * `stallMs` hangs in a read that nobody can interrupt: the file that it is at is given up, the others are given back, and
 * a new thread takes its place.
 */
export function createReader(script: URL, stallMs: number, supply: Supply) {
  const pipeline = new Map<number, Reading>();
  const current = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let stall: NodeJS.Timeout | null = null;
  /** Threads that were given up, until they end, if ever. */
  const givenUp = new Set<Promise<unknown>>();
  let worker: Worker | null = start();

  function start(): Worker {
    const started = new Worker(script, { workerData: current.buffer });
    started.unref();
    started.on('message', (answers: readonly DigestAnswer[]) => {
      if (started !== worker) return;
      watch();
      for (const answer of answers) onAnswer(answer);
      fill();
    });
    started.on('error', (error) => {
      if (started === worker) replace(DIED, String(error));
    });
    return started;
  }

  function onAnswer(answer: DigestAnswer): void {
    const reading = pipeline.get(answer.id);
    if (answer.kind === 'progress') {
      reading?.onProgress(answer.done);
      return;
    }
    pipeline.delete(answer.id);
    if (reading === undefined) return;
    if (answer.kind === 'larger') supply.giveOn(reading, answer.bytes);
    else reading.resolve(answer);
  }

  function fill(): void {
    if (pipeline.size > PIPELINE / 2 || [...pipeline.values()].some(isLong)) return;
    const orders: DigestOrder[] = [];
    while (pipeline.size < PIPELINE) {
      const reading = supply.take();
      if (reading === null) break;
      pipeline.set(reading.id, reading);
      const { id, path, links, mostBytes } = reading;
      orders.push({ id, path, links, mostBytes });
      if (isLong(reading)) break;
    }
    if (orders.length > 0) {
      worker ??= start();
      worker.postMessage({ kind: 'digest', orders } satisfies DigestRequest);
    }
    if (stall === null || pipeline.size === 0) watch();
  }

  function watch(): void {
    if (stall !== null) clearTimeout(stall);
    stall = null;
    if (pipeline.size === 0) return;
    stall = setTimeout(
      () => replace('ETIMEDOUT', `Nothing was read for ${Math.round(stallMs / 1000)} seconds.`),
      stallMs,
    );
    stall.unref();
  }

  function replace(code: string, detail: string): void {
    // Files before the one that it hangs in may have been read without their answers having left: they are read again.
    const stuckAt = Atomics.load(current, 0);
    const given = [...pipeline.values()];
    pipeline.clear();
    const hanging = worker;
    // Another one starts with the next file: one that cannot even start must not be started over and over.
    worker = null;
    watch();
    // Ends when the read that it hangs in does, if ever.
    const ended = hanging?.terminate();
    if (ended !== undefined) {
      givenUp.add(ended);
      void ended.finally(() => givenUp.delete(ended));
    }
    const stuck = given.find(({ id }) => id === stuckAt) ?? (code === DIED ? given[0] : undefined);
    if (stuck !== undefined && ended !== undefined && code !== DIED) supply.onHanging(stuck.path, ended);
    stuck?.resolve({ kind: 'unreadable', id: stuck.id, code, detail });
    supply.giveBack(given.filter((reading) => reading !== stuck));
  }

  return {
    fill,
    cancel(id: number): void {
      if (pipeline.has(id)) worker?.postMessage({ kind: 'cancel', id } satisfies DigestRequest);
    },
    /** Resolves once all its threads have ended: never, while one hangs. */
    async close(): Promise<void> {
      if (stall !== null) clearTimeout(stall);
      await Promise.all([worker?.terminate(), ...givenUp]);
    },
  };
}

function isLong({ mostBytes }: Reading): boolean {
  return mostBytes > PIPELINED_BYTES;
}
