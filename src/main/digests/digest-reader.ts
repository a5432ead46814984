import { Worker } from 'node:worker_threads';
import type { DigestAnswer, DigestOrder, DigestRequest, Reading } from './digests.ts';

/** Asked ahead, so that the thread need not wait for its next small file; asked anew when half of it is done. */
const PIPELINE = 32;
/** The code of a file whose thread broke down. */
const DIED = 'WORKER';

type Supply = {
  readonly take: () => Reading | null;
  readonly giveBack: (readings: readonly Reading[]) => void;
  /** A thread hangs in this file until `ended`, if ever. */
  readonly hangsIn: (reading: Reading, ended: Promise<unknown>) => void;
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
    reading?.resolve(answer);
  }

  function fill(): void {
    if (pipeline.size > PIPELINE / 2) return;
    const orders: DigestOrder[] = [];
    while (pipeline.size < PIPELINE) {
      const reading = supply.take();
      if (reading === null) break;
      pipeline.set(reading.id, reading);
      orders.push({ id: reading.id, path: reading.path, links: reading.links });
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
    stuck?.resolve({ kind: 'unreadable', id: stuck.id, code, detail });
    if (stuck !== undefined && ended !== undefined && code !== DIED) supply.hangsIn(stuck, ended);
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
