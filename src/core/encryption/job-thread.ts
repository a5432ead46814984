import { Worker } from 'node:worker_threads';
import { type Remote, wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { JobProgress } from './jobs.ts';
import type { EncryptionThread } from './thread.ts';

export type Asked<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  /** It said nothing for so long that it is given up. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'died'; readonly detail: string };

/**
 * Megabytes. A small young generation: what was read and written stands outside of it, and is let go of with it. The library makes new
 * memory for each chunk, of which hundreds of megabytes a second would else pile up.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 2 };

export class JobThread {
  readonly #worker: Worker;
  readonly #remote: Remote<EncryptionThread>;
  readonly #stallMs: number;
  #onProgress: (bytes: number) => void = () => undefined;
  #onEnd: (end: Exclude<Asked<never>, { kind: 'answered' }>) => void = () => undefined;
  #ended: Promise<unknown> | null = null;
  #stall: NodeJS.Timeout | undefined;

  /** `stallMs`: a thread that gives no sign of life for so long hangs in a call of the system that nobody can interrupt. */
  constructor(script: URL, digestScript: URL, stallMs: number) {
    this.#stallMs = stallMs;
    this.#worker = new Worker(script, { workerData: digestScript.href, resourceLimits });
    this.#remote = wrap<EncryptionThread>(nodeEndpoint(this.#worker));
    this.#worker.on('message', (message: Partial<JobProgress>) => {
      if (message.progress === undefined) return;
      this.#watch();
      this.#onProgress(message.progress);
    });
    this.#worker.on('error', (error) => this.#giveUp({ kind: 'died', detail: String(error) }));
    this.#worker.on('exit', () => this.#giveUp({ kind: 'died', detail: 'The thread has ended.' }));
    this.#worker.unref();
  }

  /** Whether it can be asked no more. */
  get isGone(): boolean {
    return this.#ended !== null;
  }

  ask<Value>(
    use: (thread: Remote<EncryptionThread>) => Promise<Value>,
    onProgress: (bytes: number) => void = () => undefined,
  ): Promise<Asked<Value>> {
    return new Promise((resolve) => {
      if (this.isGone) return resolve({ kind: 'died', detail: 'The thread has ended.' });
      const settle = (end: Asked<Value>): void => {
        clearTimeout(this.#stall);
        this.#onProgress = () => undefined;
        this.#onEnd = () => undefined;
        resolve(end);
      };
      this.#onProgress = onProgress;
      this.#onEnd = settle;
      this.#watch();
      use(this.#remote).then(
        (value) => settle({ kind: 'answered', value }),
        (error: unknown) => settle({ kind: 'died', detail: String(error) }),
      );
    });
  }

  /** Resolves when it has ended, which is never while it hangs. */
  end(): Promise<unknown> {
    this.#ended ??= this.#worker.terminate();
    return this.#ended;
  }

  #watch(): void {
    clearTimeout(this.#stall);
    this.#stall = setTimeout(() => this.#giveUp({ kind: 'silent' }), this.#stallMs);
    this.#stall.unref();
  }

  #giveUp(end: Exclude<Asked<never>, { kind: 'answered' }>): void {
    void this.end();
    this.#onEnd(end);
  }
}
