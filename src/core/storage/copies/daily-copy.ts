import { Worker } from 'node:worker_threads';
import { type CopyEnd, clearUnfinishedCopy, copyPathOf, fileAt } from './database-copy.ts';

type CopyProblem = 'copy-failed' | 'copy-no-room';

type DailyCopyParts = {
  /** The built `copy-worker`. */
  readonly script: URL;
  readonly databasePath: string;
  readonly now: () => number;
  /** For the log: why there is no copy of today. */
  readonly onProblem: (detail: string) => void;
  /** For the person: once, until a copy could be taken again. */
  readonly onFirstProblem: (code: CopyProblem) => void;
  /** Milliseconds after the start. */
  readonly firstLookMs?: number;
};

const DAY_MS = 86_400_000;
/** The start has enough to read. */
const FIRST_LOOK_MS = 60_000;
const LOOK_EVERY_MS = 30 * 60_000;

/** Keeps one copy of the database that is at most about a day old. It is taken on a thread of its own. */
export class DailyCopy {
  readonly #parts: DailyCopyParts;
  readonly #timers: NodeJS.Timeout[] = [];
  #worker: Worker | null = null;
  #isTold = false;

  constructor(parts: DailyCopyParts) {
    this.#parts = parts;
  }

  begin(): void {
    this.#clearUnfinished();
    const look = (): void => {
      if (this.#isDue()) void this.take();
    };
    this.#timers.push(setTimeout(look, this.#parts.firstLookMs ?? FIRST_LOOK_MS).unref());
    this.#timers.push(setInterval(look, LOOK_EVERY_MS).unref());
  }

  /** Takes a copy now; null when one is being taken already, or none could be. Never rejects. */
  async take(): Promise<CopyEnd | null> {
    if (this.#worker !== null) return null;
    const { script, databasePath, now } = this.#parts;
    const worker = new Worker(script, { workerData: { databasePath, now: now() } });
    worker.unref();
    this.#worker = worker;
    const { promise, resolve } = Promise.withResolvers<CopyEnd | null>();
    worker.once('message', resolve);
    worker.once('error', (error) => {
      this.#tell(String(error), 'copy-failed');
      resolve(null);
    });
    worker.once('exit', () => resolve(null));
    const end = await promise;
    if (end?.kind === 'no-room') this.#tell('The disk has no room for it.', 'copy-no-room');
    else if (end !== null) this.#isTold = false;
    this.#worker = null;
    return end;
  }

  /** Resolves once its thread has ended. What it has not finished is no copy. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#worker?.terminate();
  }

  #tell(detail: string, code: CopyProblem): void {
    this.#parts.onProblem(detail);
    if (this.#isTold) return;
    this.#isTold = true;
    this.#parts.onFirstProblem(code);
  }

  /** At the start too: the next copy may be a day away, and what is left of one as large as the database. */
  #clearUnfinished(): void {
    const { databasePath, now, onProblem } = this.#parts;
    try {
      clearUnfinishedCopy(databasePath, now());
    } catch (error) {
      onProblem(String(error));
    }
  }

  /** Either way about: a clock that was wrong must not put the next one off for years. */
  #isDue(): boolean {
    const copy = fileAt(copyPathOf(this.#parts.databasePath));
    return copy === null || Math.abs(this.#parts.now() - copy.mtimeMs) >= DAY_MS;
  }
}
