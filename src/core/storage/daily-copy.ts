import { Thread, ThreadEnded } from '../threads.ts';
import type { CopyTaker } from './copy-worker.ts';
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
  #thread: Thread<CopyTaker> | null = null;
  #isTold = false;
  #isClosed = false;

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
    if (this.#thread !== null) return null;
    const { script, databasePath, now } = this.#parts;
    const thread = new Thread<CopyTaker>(script);
    this.#thread = thread;
    const end = await thread
      .ask((taker): Promise<CopyEnd> => taker.takeCopy(databasePath, now()))
      .catch((error: unknown) => {
        // The app is closing, or the thread broke down.
        if (!this.#isClosed) this.#tell(error instanceof ThreadEnded ? error.message : String(error), 'copy-failed');
        return null;
      });
    void thread.end();
    if (end?.kind === 'no-room') this.#tell('The disk has no room for it.', 'copy-no-room');
    else if (end !== null) this.#isTold = false;
    this.#thread = null;
    return end;
  }

  /** Resolves once its thread has ended. What it has not finished is no copy. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#thread?.end();
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
