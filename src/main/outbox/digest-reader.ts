import { Worker } from 'node:worker_threads';
import type { DigestAnswer, DigestRequest, Reading } from './digests.ts';

/** Asked ahead, so that the thread need not wait for its next small file. */
const PIPELINE = 8;

type Supply = { readonly take: () => Reading | null; readonly giveBack: (readings: readonly Reading[]) => void };

export type Reader = ReturnType<typeof createReader>;

/**
 * One worker thread and the files that it was asked to read, first in, first out. A thread that gives no sign of life for
 * `stallMs` hangs in a read that nobody can interrupt: the file that it is at is given up, the others are given back, and
 * a new thread takes its place.
 */
export function createReader(script: URL, stallMs: number, supply: Supply) {
  const pipeline = new Map<number, Reading>();
  let stall: NodeJS.Timeout | null = null;
  let worker = start();

  function start(): Worker {
    const started = new Worker(script);
    started.unref();
    started.on('message', (answer: DigestAnswer) => {
      if (started === worker) onAnswer(answer);
    });
    started.on('error', (error) => {
      if (started === worker) replace('WORKER', String(error));
    });
    return started;
  }

  function onAnswer(answer: DigestAnswer): void {
    watch();
    const reading = pipeline.get(answer.id);
    if (answer.kind === 'progress') {
      reading?.onProgress(answer.done);
      return;
    }
    pipeline.delete(answer.id);
    reading?.resolve(answer);
    fill();
  }

  function fill(): void {
    while (pipeline.size < PIPELINE) {
      const reading = supply.take();
      if (reading === null) break;
      pipeline.set(reading.id, reading);
      worker.postMessage({ kind: 'digest', id: reading.id, path: reading.path } satisfies DigestRequest);
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
    const [current, ...others] = [...pipeline.values()];
    pipeline.clear();
    const hanging = worker;
    worker = start();
    watch();
    // Ends when the read that it hangs in does, if ever.
    void hanging.terminate();
    current?.resolve({ kind: 'unreadable', id: current.id, code, detail });
    supply.giveBack(others);
  }

  return {
    fill,
    cancel(id: number): void {
      if (pipeline.has(id)) worker.postMessage({ kind: 'cancel', id } satisfies DigestRequest);
    },
    async close(): Promise<void> {
      if (stall !== null) clearTimeout(stall);
      await worker.terminate();
    },
  };
}
