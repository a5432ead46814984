import type { Links } from '../files/index.ts';
import { besideHanging, HangingFolders } from '../files/index.ts';
import {
  createReader,
  type DigestEnd,
  PIPELINED_BYTES,
  type Reader,
  type Reading,
  type Supply,
} from './digest-reader.ts';

export type Digests = {
  /** Reads the file once, off the main thread. Never rejects: trouble is in the answer. */
  readonly digest: (
    path: string,
    links: Links,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<DigestEnd>;
  readonly close: () => Promise<void>;
};

/**
 * Bytes: the longest file that each of the readers takes. Each of them takes of its own first, then shorter ones: files that
 * take hours hold up no shorter ones, nor Verify and Look up. More readers would only make the disk seek.
 */
const LONGEST = [Number.POSITIVE_INFINITY, 4 * 1024 * 1024 * 1024, PIPELINED_BYTES];
/** Each given-up thread holds some 20 MB until its drive is there again. */
const MOST_HANGING = 16;
/** A drive that gives nothing for this long hangs. Drives that have to spin up take a few seconds. */
const STALL_MS = 20_000;

/** Starts the worker threads that read files for their digests. `script` is the built `digest-worker`. */
export function startDigests(script: URL, stallMs = STALL_MS): Digests {
  /** By the longest file that they may be. */
  const waiting = new Map<number, Reading[]>(LONGEST.map((longest) => [longest, []]));
  const hanging = new HangingFolders(MOST_HANGING);
  let lastId = 0;

  function next(longest: number): Reading | null {
    for (const [mostBytes, queue] of waiting) {
      const reading = mostBytes > longest ? undefined : queue.shift();
      if (reading !== undefined) return reading;
    }
    return null;
  }

  function supplyOf(longest: number): Supply {
    return {
      take() {
        for (let reading = next(longest); reading !== null; reading = next(longest)) {
          const { id, path, signal } = reading;
          // While it was with a thread that hangs, or that found it too long.
          if (signal.aborted) reading.resolve({ kind: 'cancelled', id });
          else if (hanging.has(path)) reading.resolve({ ...besideHanging, id });
          else if (hanging.isFull) {
            // It is tried once one of the threads has ended.
            waiting.get(reading.mostBytes)?.unshift(reading);
            return null;
          } else return reading;
        }
        return null;
      },
      giveBack(readings) {
        for (const reading of readings.toReversed()) waiting.get(reading.mostBytes)?.unshift(reading);
        for (const reader of readers) reader.fill();
      },
      giveOn(reading, bytes) {
        const mostBytes = LONGEST.findLast((most) => most >= bytes) ?? Number.POSITIVE_INFINITY;
        waiting.get(mostBytes)?.push({ ...reading, mostBytes });
        fillSoon();
      },
      onHanging(path, ended) {
        hanging.add(path, ended);
        void ended.finally(fillSoon);
      },
    };
  }
  const readers: readonly Reader[] = LONGEST.map((longest) => createReader(script, stallMs, supplyOf(longest)));

  let filling = false;
  /** Many files are asked for in one go: they leave together. */
  function fillSoon(): void {
    if (filling) return;
    filling = true;
    setImmediate(() => {
      filling = false;
      for (const reader of readers) reader.fill();
    });
  }

  function cancel(id: number): void {
    for (const queue of waiting.values()) {
      const index = queue.findIndex((reading) => reading.id === id);
      const [reading] = index < 0 ? [] : queue.splice(index, 1);
      reading?.resolve({ kind: 'cancelled', id });
      if (reading !== undefined) return;
    }
    for (const reader of readers) reader.cancel(id);
  }

  return {
    digest: (path, links, onProgress, signal) =>
      new Promise((resolve) => {
        lastId += 1;
        const id = lastId;
        if (signal.aborted) return resolve({ kind: 'cancelled', id });
        const onAbort = (): void => cancel(id);
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.get(PIPELINED_BYTES)?.push({
          id,
          path,
          links,
          mostBytes: PIPELINED_BYTES,
          signal,
          onProgress,
          resolve: (end) => {
            signal.removeEventListener('abort', onAbort);
            resolve(end);
          },
        });
        fillSoon();
      }),
    close: async () => {
      await Promise.all(readers.map((reader) => reader.close()));
    },
  };
}
