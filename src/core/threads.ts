import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads';
import { expose, type Remote, wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';

export { type Remote, transfer } from 'comlink';

/** The thread ended before it answered. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
  /** True if the thread was abandoned because it gave no sign of life. It may still hang in a system call. */
  readonly isSilent: boolean;

  constructor(detail: string, isSilent = false) {
    super(detail);
    this.isSilent = isSilent;
  }
}

export type ThreadOptions = {
  /** The thread's `workerData`. */
  readonly data?: unknown;
  readonly limits?: ResourceLimits;
  /** A thread that has a pending call and posts nothing for this long (milliseconds) is abandoned. Default: never. */
  readonly silenceMs?: number;
};

/** After `silenceMs`, messages have this long to be processed, because this thread may have been too busy. */
const HEARD_LATE_MS = 500;

/** A worker thread that offers the methods of `Api` (see `serve`) and posts `News` while it works. */
export class Thread<Api, News = never> {
  readonly #worker: Worker;
  readonly #remote: Remote<Api>;
  readonly #silenceMs: number | null;
  /** Reject functions of pending calls. */
  readonly #rejects = new Set<(end: ThreadEnded) => void>();
  #onNews: (news: News) => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  #end: ThreadEnded | null = null;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(script: URL, { data, limits, silenceMs }: ThreadOptions = {}) {
    this.#silenceMs = silenceMs ?? null;
    this.#worker = new Worker(script, {
      workerData: data,
      ...(limits === undefined ? {} : { resourceLimits: limits }),
    });
    this.#remote = wrap<Api>(nodeEndpoint(this.#worker));
    this.#worker.on('message', (message: { readonly news: News }) => {
      if (!('news' in message)) return;
      this.#watch();
      this.#onNews(message.news);
    });
    this.#worker.on('error', (error) => this.#giveUp(new ThreadEnded(String(error))));
    this.#worker.on('exit', (code) => this.#giveUp(new ThreadEnded(`The thread ended with ${code}.`)));
    // The listeners above would keep the process alive.
    this.#worker.unref();
  }

  /** True once the thread accepts no more calls. */
  get isGone(): boolean {
    return this.#end !== null;
  }

  /** True if the thread was abandoned because it gave no sign of life. */
  get isSilent(): boolean {
    return this.#end?.isSilent === true;
  }

  /** Rejects with `ThreadEnded`, or with the method's error, of which only the text is preserved. */
  async ask<Answer>(
    use: (remote: Remote<Api>) => Answer,
    onNews: (news: News) => void = () => undefined,
  ): Promise<Awaited<Answer>> {
    if (this.#end !== null) throw this.#end;
    this.#onNews = onNews;
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<Answer>>();
    this.#rejects.add(reject);
    this.#watch();
    Promise.resolve(use(this.#remote)).then(resolve, reject);
    try {
      return await promise;
    } finally {
      this.#rejects.delete(reject);
      this.#watch();
    }
  }

  /** Resolves when the thread has ended. Stays pending while it hangs. */
  end(): Promise<unknown> {
    this.#giveUp(new ThreadEnded('The thread was ended.'));
    return this.#ended;
  }

  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#silenceMs === null || this.#rejects.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(() => this.#giveUp(new ThreadEnded('The thread did not answer.', true)), HEARD_LATE_MS);
    }, this.#silenceMs);
  }

  #giveUp(end: ThreadEnded): void {
    if (this.#end !== null) return;
    this.#end = end;
    this.#ended = this.#worker.terminate();
    for (const reject of this.#rejects) reject(end);
  }
}

/** Starts a thread for one call. */
export async function askOnce<Api, Answer>(
  script: URL,
  options: ThreadOptions,
  use: (remote: Remote<Api>) => Answer,
): Promise<Awaited<Answer>> {
  const thread = new Thread<Api>(script, options);
  try {
    return await thread.ask(use);
  } finally {
    void thread.end();
  }
}

/** Call in the worker: serves the calls of the thread that started it. */
export function serve(api: object): void {
  if (parentPort === null) throw new Error('This runs as a worker thread.');
  expose(api, nodeEndpoint(parentPort));
}

/** Call in the worker: posts news, which also count as a sign of life. */
export function post(news: unknown): void {
  parentPort?.postMessage({ news });
}
