import { Worker } from 'node:worker_threads';
import { type Remote, wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { RecordsEngine } from './engine.ts';
import type { EngineData, EngineReport } from './engine-types.ts';

/** Megabytes: several times what an account of 300,000 records needs. */
const resourceLimits = { maxOldGenerationSizeMb: 2048 };

export type OpenEngine = {
  readonly engine: Remote<RecordsEngine>;
  readonly close: () => Promise<void>;
};

export type EngineListener = {
  readonly onReport: (report: EngineReport) => void;
  /** The thread ended by itself. */
  readonly onEnd: (detail: string) => void;
};

/** Starts the built `records-worker`. */
export function startEngine(script: URL, data: EngineData, { onReport, onEnd }: EngineListener): OpenEngine {
  const worker = new Worker(script, { workerData: data, resourceLimits });
  worker.unref();
  const engine = wrap<RecordsEngine>(nodeEndpoint(worker));
  worker.on('message', (message: { readonly report?: EngineReport }) => {
    if (message.report !== undefined) onReport(message.report);
  });
  worker.on('error', (error) => onEnd(String(error)));
  worker.on('exit', (code) => onEnd(`It ended with ${code}.`));
  return {
    engine,
    close: async () => {
      await worker.terminate();
    },
  };
}

/** The thread that holds the records. The first question starts it; if it dies, open questions fail and the next restarts it. */
export class RecordsThread {
  readonly #startEngine: (listener: EngineListener) => OpenEngine;
  readonly #onReport: (report: EngineReport) => void;
  readonly #onCrash: (detail: string) => void;
  readonly #unanswered = new Set<(answer: Result<never>) => void>();
  #open: OpenEngine | null = null;
  #isClosed = false;
  #deaths = 0;

  constructor(
    start: (listener: EngineListener) => OpenEngine,
    onReport: (report: EngineReport) => void,
    onCrash: (detail: string) => void,
  ) {
    this.#startEngine = start;
    this.#onReport = onReport;
    this.#onCrash = onCrash;
  }

  /** Number of times that it ended by itself. */
  get deaths(): number {
    return this.#deaths;
  }

  get isRunning(): boolean {
    return this.#open !== null;
  }

  ask<Value>(use: (engine: Remote<RecordsEngine>) => Promise<Value>): Promise<Result<Value>> {
    if (this.#isClosed) return Promise.resolve(failure({ code: 'records-stopped' }));
    try {
      this.#open ??= this.#start();
    } catch (error) {
      return Promise.resolve(failure({ code: 'records-failed', detail: String(error) }));
    }
    const { engine } = this.#open;
    return new Promise((resolve) => {
      this.#unanswered.add(resolve);
      const settle = (result: Result<Value>): void => {
        this.#unanswered.delete(resolve);
        resolve(result);
      };
      use(engine).then(
        (value) => settle(success(value)),
        (error: unknown) => settle(failure({ code: 'records-failed', detail: String(error) })),
      );
    });
  }

  /** Sends a call that needs no answer, if the thread runs. */
  post(use: (engine: Remote<RecordsEngine>) => Promise<unknown>): void {
    if (this.#open !== null) use(this.#open.engine).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const last = this.#open;
    this.#open = null;
    this.#answerAll('The app is being closed.');
    await last?.close();
  }

  #start(): OpenEngine {
    const opened = this.#startEngine({
      onReport: (report) => {
        if (this.#open === opened) this.#onReport(report);
      },
      onEnd: (detail) => {
        if (this.#open === opened) this.#lose(detail);
      },
    });
    return opened;
  }

  #lose(detail: string): void {
    this.#open = null;
    this.#deaths += 1;
    this.#answerAll(detail);
    this.#onCrash(detail);
  }

  #answerAll(detail: string): void {
    const left = [...this.#unanswered];
    this.#unanswered.clear();
    for (const resolve of left) resolve(failure({ code: 'records-stopped', detail }));
  }
}
