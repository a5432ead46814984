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

/** Files up to this many bytes are small. Slices and given bytes count as small too. */
const SMALL = 64 * 1024 * 1024;
/**
 * There is one thread for each of these file lengths, so that huge files do not delay shorter ones, Verify or Look up.
 * More threads would only make the disk seek.
 */
const LONGEST = [SMALL, 4 * 1024 * 1024 * 1024, Number.POSITIVE_INFINITY];
/** The number of small files in one request. */
const AT_ONCE = 32;
/** Each hanging thread holds about 20 MB until its drive responds. */
const MOST_HANGING = 16;
/** A drive that returns no data for this long is hanging. Drives that have to spin up take a few seconds. */
const STALL_MS = 20_000;

/** `Made`: the digests that are known to be in the result. */
export type DigestEnd<Made = unknown> = (Digested & Made) | Exclude<DigestAnswer, { kind: 'larger' | 'digested' }>;

type Job = Omit<DigestOrder, 'mostBytes'> & {
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
  readonly resolve: (end: DigestEnd) => void;
  /** Cancels the reading. */
  stop: () => void;
};

/** The waiting files of one length class, and the thread that reads them. */
type Lane = {
  readonly mostBytes: number;
  readonly waiting: Job[];
  thread: Thread<DigestThread, DigestProgress> | null;
  isBusy: boolean;
};

/** Worker threads that read files and compute their digests. */
export class Digests {
  readonly #script: URL;
  readonly #stallMs: number;
  readonly #lanes: readonly Lane[];
  readonly #hanging = new HangingFolders(MOST_HANGING);
  /** Threads that are ending. A hanging one may never end. */
  readonly #ending = new Set<Promise<unknown>>();
  #isClosed = false;

  /** `script` is the built `digest-worker`. */
  constructor(script: URL, stallMs = STALL_MS) {
    this.#script = script;
    this.#stallMs = stallMs;
    this.#lanes = LONGEST.map((mostBytes) => ({ mostBytes, waiting: [], thread: null, isBusy: false }));
  }

  /** Digests a file. Never rejects: errors are in the result. */
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

  /**
   * Reads and digests a slice of a file, without following links. The result has its bytes, which are fewer only if the
   * file ends.
   */
  slice(path: string, slice: Slice, signal: AbortSignal, make: DigestsToMake = 'all'): Promise<DigestEnd> {
    return this.#read({ path, links: 'no-follow', slice, make }, () => undefined, signal);
  }

  /** Digests the given bytes. */
  ofBytes(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal, make: DigestsToMake = 'all'): Promise<DigestEnd> {
    return this.#read({ path: '', links: 'no-follow', slice: bytes, make }, () => undefined, signal);
  }

  /** Resolves once all threads have ended. Stays pending while one hangs. */
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
    // Many files are requested in one turn, so they are sent together.
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
    // Frees the thread's memory, because long files take long to send. Small files come all the time.
    if (lane.mostBytes > SMALL) this.#end(lane);
  }

  /** Takes the next files to read: one long file, or many small ones. */
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
      // The app is closing, so the job gets no answer: its file is not unreadable.
      if (this.#isClosed) return;
      const stuck = jobs[Atomics.load(numbers, CURRENT)];
      const ended = this.#end(lane);
      if (stuck !== undefined && thread.isSilent) {
        this.#hanging.add(stuck.path, ended);
        void ended.finally(() => this.#fill());
      }
      stuck?.resolve(unreadable(error));
      // The jobs before the failed one may have been finished, but their answers are lost, so they run again.
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
