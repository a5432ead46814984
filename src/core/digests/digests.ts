import type { Links } from '../files/index.ts';
import { besideHanging, HangingFolders } from '../files/index.ts';
import {
  type DigestEnd,
  type DigestJob,
  DigestReader,
  type DigestsToMake,
  PIPELINED_BYTES,
  type Slice,
  type Supply,
} from './digest-reader.ts';
import type { AllDigests } from './side-thread.ts';

/**
 * Bytes: the longest file that each of the readers takes. Each of them takes of its own first, then shorter ones: files that
 * take hours hold up no shorter ones, nor Verify and Look up. More readers would only make the disk seek.
 */
const LONGEST = [Number.POSITIVE_INFINITY, 4 * 1024 * 1024 * 1024, PIPELINED_BYTES];
/** Each given-up thread holds some 20 MB until its drive is there again. */
const MOST_HANGING = 16;
/** A drive that gives nothing for this long hangs. Drives that have to spin up take a few seconds. */
const STALL_MS = 20_000;

/** How long a thread for long files stays when there are none left: while one is sent, its memory is needed for parts. */
const KEPT_MS = 500;

/** The worker threads that read files for their digests, off the main thread, each file once. */
export class Digests {
  readonly #readers: readonly DigestReader[];
  /** By the longest file that they may be. */
  readonly #waiting = new Map<number, DigestJob[]>(LONGEST.map((longest) => [longest, []]));
  readonly #hanging = new HangingFolders(MOST_HANGING);
  #lastId = 0;
  #isFilling = false;

  /** `script` is the built `digest-worker`. */
  constructor(script: URL, stallMs = STALL_MS) {
    this.#readers = LONGEST.map((longest) => {
      const keptMs = longest === PIPELINED_BYTES ? null : KEPT_MS;
      return new DigestReader(script, stallMs, keptMs, this.#supplyOf(longest));
    });
  }

  /** Reads the file once. Never rejects: trouble is in the answer. */
  digest(
    path: string,
    links: Links,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<DigestEnd<AllDigests>>;
  digest(
    path: string,
    links: Links,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
    make: DigestsToMake,
  ): Promise<DigestEnd>;
  digest(
    path: string,
    links: Links,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
    make: DigestsToMake = 'all',
  ): Promise<DigestEnd> {
    return this.#read({ path, links, slice: null, make }, onProgress, signal);
  }

  /** Reads a slice of a file, links not followed, and answers with its bytes too: fewer only where the file ends. */
  slice(path: string, slice: Slice, signal: AbortSignal, make: DigestsToMake = 'all'): Promise<DigestEnd> {
    return this.#read({ path, links: 'no-follow', slice, make }, () => undefined, signal);
  }

  /** Of bytes at hand. */
  ofBytes(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal, make: DigestsToMake = 'all'): Promise<DigestEnd> {
    return this.#read({ path: '', links: 'no-follow', slice: bytes, make }, () => undefined, signal);
  }

  #read(
    what: Pick<DigestJob, 'path' | 'links' | 'slice' | 'make'>,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<DigestEnd> {
    this.#lastId += 1;
    const id = this.#lastId;
    if (signal.aborted) return Promise.resolve({ kind: 'cancelled', id });
    const { promise, resolve } = Promise.withResolvers<DigestEnd>();
    const onAbort = (): void => this.#cancel(id);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#waiting.get(PIPELINED_BYTES)?.push({
      ...what,
      id,
      mostBytes: PIPELINED_BYTES,
      signal,
      onProgress,
      resolve: (end) => {
        signal.removeEventListener('abort', onAbort);
        resolve(end);
      },
    });
    this.#fillSoon();
    return promise;
  }

  async close(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.close()));
  }

  #supplyOf(longest: number): Supply {
    return {
      take: (isStarted) => this.#take(longest, isStarted),
      giveBack: (jobs) => {
        for (const job of jobs.toReversed()) this.#waiting.get(job.mostBytes)?.unshift(job);
        for (const reader of this.#readers) reader.fill();
      },
      giveOn: (job, bytes) => {
        const mostBytes = LONGEST.findLast((most) => most >= bytes) ?? Number.POSITIVE_INFINITY;
        this.#waiting.get(mostBytes)?.push({ ...job, mostBytes });
        this.#fillSoon();
      },
      onHanging: (path, ended) => {
        this.#hanging.add(path, ended);
        void ended.finally(() => this.#fillSoon());
      },
    };
  }

  #take(longest: number, isStarted: boolean): DigestJob | null {
    // One thread makes digests of slices faster than they can be sent; each costs as much memory as a dozen of them.
    const next = this.#waiting.get(PIPELINED_BYTES)?.[0] ?? null;
    if (!isStarted && next !== null && next.slice !== null && this.#readers.some(({ hasSlices }) => hasSlices))
      return null;
    for (let job = this.#next(longest); job !== null; job = this.#next(longest)) {
      const { id, path, signal } = job;
      // While it was with a thread that hangs, or that found it too long.
      if (signal.aborted) job.resolve({ kind: 'cancelled', id });
      else if (this.#hanging.has(path)) job.resolve({ ...besideHanging, id });
      else if (this.#hanging.isFull) {
        // It is tried once one of the threads has ended.
        this.#waiting.get(job.mostBytes)?.unshift(job);
        return null;
      } else return job;
    }
    return null;
  }

  #next(longest: number): DigestJob | null {
    for (const [mostBytes, queue] of this.#waiting) {
      const job = mostBytes > longest ? undefined : queue.shift();
      if (job !== undefined) return job;
    }
    return null;
  }

  /** Many files are asked for in one go: they leave together. */
  #fillSoon(): void {
    if (this.#isFilling) return;
    this.#isFilling = true;
    setImmediate(() => {
      this.#isFilling = false;
      for (const reader of this.#readers) reader.fill();
    });
  }

  #cancel(id: number): void {
    for (const queue of this.#waiting.values()) {
      const index = queue.findIndex((job) => job.id === id);
      const [job] = index < 0 ? [] : queue.splice(index, 1);
      job?.resolve({ kind: 'cancelled', id });
      if (job !== undefined) return;
    }
    for (const reader of this.#readers) reader.cancel(id);
  }
}
