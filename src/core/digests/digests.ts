import { besideHanging, HangingFolders, type Links } from '../files/index.ts';
import { Thread, ThreadEnded } from '../threads.ts';
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
import type { DigestThread } from './digest-worker.ts';
import type { AllDigests } from './side-thread.ts';

/** Bytes: files up to this length are small. Slices and bytes at hand are small, too. */
const SMALL = 64 * 1024 * 1024;
/**
 * One thread for files of up to each of these lengths: files that take hours hold up no shorter ones, nor Verify and Look up.
 * More threads would only make the disk seek.
 */
const LONGEST = [SMALL, 4 * 1024 * 1024 * 1024, Number.POSITIVE_INFINITY];
/** Small files that are asked for at a time. */
const AT_ONCE = 32;
/** Each thread that was given up holds some 20 MB until its drive is there again. */
const MOST_HANGING = 16;
/** A drive that gives nothing for this long hangs. Drives that have to spin up take a few seconds. */
const STALL_MS = 20_000;

/** `Made`: what is known of its digests by what was asked for. */
export type DigestEnd<Made = unknown> = (Digested & Made) | Exclude<DigestAnswer, { kind: 'larger' | 'digested' }>;

type Job = Omit<DigestOrder, 'mostBytes'> & {
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
  readonly resolve: (end: DigestEnd) => void;
  /** Stops a thread that reads it. */
  stop: () => void;
};

/** The files of one class of lengths: those that wait, and the thread that reads them. */
type Lane = {
  readonly mostBytes: number;
  readonly waiting: Job[];
  thread: Thread<DigestThread, DigestProgress> | null;
  isBusy: boolean;
};

/** The worker threads that read files for their digests, off the main thread, each file once. */
export class Digests {
  readonly #script: URL;
  readonly #stallMs: number;
  readonly #lanes: readonly Lane[];
  readonly #hanging = new HangingFolders(MOST_HANGING);
  /** Threads that are to end, until they do, if ever. */
  readonly #ending = new Set<Promise<unknown>>();
  #isClosed = false;

  /** `script` is the built `digest-worker`. */
  constructor(script: URL, stallMs = STALL_MS) {
    this.#script = script;
    this.#stallMs = stallMs;
    this.#lanes = LONGEST.map((mostBytes) => ({ mostBytes, waiting: [], thread: null, isBusy: false }));
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

  /** Digests bytes at hand. */
  ofBytes(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal, make: DigestsToMake = 'all'): Promise<DigestEnd> {
    return this.#read({ path: '', links: 'no-follow', slice: bytes, make }, () => undefined, signal);
  }

  /** Resolves once all threads have ended: never, while one hangs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const lane of this.#lanes) this.#end(lane);
    await Promise.all(this.#ending);
  }

  #read(
    order: Omit<DigestOrder, 'mostBytes'>,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<DigestEnd> {
    if (signal.aborted) return Promise.resolve({ kind: 'cancelled' });
    const { promise, resolve } = Promise.withResolvers<DigestEnd>();
    const job: Job = { ...order, signal, onProgress, resolve, stop: () => undefined };
    const cancel = (): void => {
      job.stop();
      resolve({ kind: 'cancelled' });
    };
    signal.addEventListener('abort', cancel, { once: true });
    void promise.then(() => signal.removeEventListener('abort', cancel));
    this.#lanes[0]?.waiting.push(job);
    // Many files are asked for in one go: they leave together.
    setImmediate(() => this.#fill());
    return promise;
  }

  #fill(): void {
    for (const lane of this.#lanes) if (!lane.isBusy) void this.#work(lane);
  }

  async #work(lane: Lane): Promise<void> {
    lane.isBusy = true;
    for (let jobs = this.#take(lane); jobs.length > 0; jobs = this.#take(lane)) await this.#ask(lane, jobs);
    lane.isBusy = false;
    // Its memory is needed while a long file is sent. Small files come all the time.
    if (lane.mostBytes > SMALL) this.#end(lane);
  }

  /** Takes what is to be read next: one long file, or many small ones. */
  #take({ mostBytes, waiting }: Lane): Job[] {
    const jobs: Job[] = [];
    const most = mostBytes > SMALL ? 1 : AT_ONCE;
    while (jobs.length < most && !this.#hanging.isFull && !this.#isClosed) {
      const job = waiting.shift();
      if (job === undefined) break;
      if (job.signal.aborted) continue;
      if (this.#hanging.has(job.path)) job.resolve(besideHanging);
      else jobs.push(job);
    }
    return jobs;
  }

  async #ask(lane: Lane, jobs: readonly Job[]): Promise<void> {
    const { mostBytes, waiting } = lane;
    const shared = new SharedArrayBuffer((CANCELLED + jobs.length) * Int32Array.BYTES_PER_ELEMENT);
    const numbers = new Int32Array(shared);
    const orders = jobs.map(({ path, links, slice, make }): DigestOrder => ({ path, links, mostBytes, slice, make }));
    for (const [at, job] of jobs.entries()) job.stop = () => void Atomics.store(numbers, CANCELLED + at, 1);
    lane.thread ??= new Thread(this.#script, { silenceMs: this.#stallMs });
    const { thread } = lane;
    try {
      const answers = await thread.ask(
        (remote) => remote.digest(orders, shared),
        ({ at, done }) => jobs[at]?.onProgress(done),
      );
      for (const [at, job] of jobs.entries()) {
        const answer = answers[at];
        if (answer?.kind === 'larger') this.#laneFor(answer.bytes)?.waiting.push(job);
        else if (answer !== undefined) job.resolve(answer);
      }
      waiting.unshift(...jobs.slice(answers.length));
      if (answers.some(({ kind }) => kind === 'larger')) this.#fill();
    } catch (error) {
      // No answer: a file is not unreadable because Dropslip ends.
      if (this.#isClosed) return;
      const stuck = jobs[Atomics.load(numbers, CURRENT)];
      const ended = this.#end(lane);
      if (stuck !== undefined && thread.isSilent) {
        this.#hanging.add(stuck.path, ended);
        void ended.finally(() => this.#fill());
      }
      stuck?.resolve(unreadable(error));
      // Those before it may have been read without an answer: they are read again.
      waiting.unshift(...jobs.filter((job) => job !== stuck));
    }
  }

  #laneFor(bytes: number): Lane | undefined {
    return this.#lanes.find(({ mostBytes }) => bytes <= mostBytes);
  }

  #end(lane: Lane): Promise<unknown> {
    const ended = lane.thread?.end() ?? Promise.resolve();
    lane.thread = null;
    this.#ending.add(ended);
    void ended.finally(() => this.#ending.delete(ended));
    return ended;
  }
}

function unreadable(error: unknown): DigestEnd {
  const isSilent = error instanceof ThreadEnded && error.isSilent;
  return { kind: 'unreadable', code: isSilent ? 'ETIMEDOUT' : 'WORKER', detail: String(error) };
}
