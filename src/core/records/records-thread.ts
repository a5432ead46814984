import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { type Remote, Thread } from '../threads.ts';
import type { EngineData, EngineReport, RecordsEngine } from './engine.ts';

/** Several times what an account of 300,000 records needs. */
const limits = { maxOldGenerationSizeMb: 2048 };

export type EngineThread = Pick<Thread<RecordsEngine, EngineReport>, 'ask' | 'end' | 'isGone'>;

/** `script`: the built `records-worker`. */
export function startEngine(script: URL, data: EngineData): EngineThread {
  return new Thread(script, { data, limits });
}

/**
 * The thread that holds the records. The first call starts it. If it crashes, pending calls fail and the next call
 * restarts it.
 */
export class RecordsThread {
  readonly #start: () => EngineThread;
  readonly #onReport: (report: EngineReport) => void;
  readonly #onCrash: (detail: string) => void;
  #thread: EngineThread | null = null;
  #isClosed = false;

  constructor(start: () => EngineThread, onReport: (report: EngineReport) => void, onCrash: (detail: string) => void) {
    this.#start = start;
    this.#onReport = onReport;
    this.#onCrash = onCrash;
  }

  get isRunning(): boolean {
    return this.#thread !== null;
  }

  async ask<Value>(use: (engine: Remote<RecordsEngine>) => Promise<Value>): Promise<Result<Value>> {
    if (this.#isClosed) return failure({ code: 'records-failed' });
    if (this.#thread?.isGone === true) this.#lose(this.#thread, 'It ended while nothing was asked.');
    let thread: EngineThread | null = null;
    try {
      this.#thread ??= this.#start();
      thread = this.#thread;
      return success((await thread.ask(use, this.#onReport)) as Value);
    } catch (error) {
      if (thread?.isGone === true) this.#lose(thread, String(error));
      return failure({ code: 'records-failed', detail: String(error) });
    }
  }

  /** Sends a call that needs no answer. Does nothing if the thread is not running. */
  post(use: (engine: Remote<RecordsEngine>) => Promise<unknown>): void {
    this.#thread?.ask(use, this.#onReport).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const last = this.#thread;
    this.#thread = null;
    await last?.end();
  }

  #lose(thread: EngineThread, detail: string): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    this.#onCrash(detail);
  }
}
