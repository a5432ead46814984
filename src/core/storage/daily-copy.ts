import { Thread, ThreadEnded } from '../threads.ts';
import type { CopyTaker } from './copy-worker.ts';
import { type CopyEnd, clearUnfinishedCopy, copyPathOf, fileAt } from './database-copy.ts';

type CopyProblem = 'copy-failed' | 'copy-no-room';

const DAY_MS = 86_400_000;
/** The start has enough to read. */
const FIRST_LOOK_MS = 60_000;
const LOOK_EVERY_MS = 30 * 60_000;

/** Keeps one copy of the database that is at most about a day old. It is taken on a thread of its own. */
export class DailyCopy {
  readonly #script: URL;
  readonly #databasePath: string;
  readonly #onProblem: (detail: string) => void;
  readonly #onFirstProblem: (code: CopyProblem) => void;
  readonly #now: () => number;
  readonly #firstLookMs: number;
  readonly #timers: NodeJS.Timeout[] = [];
  #thread: Thread<CopyTaker> | null = null;
  #isNotified = false;
  #isClosed = false;

  /** `script`: the built `copy-worker`. `onFirstProblem`: called once until a copy could be taken again. */
  constructor(
    script: URL,
    databasePath: string,
    onProblem: (detail: string) => void,
    onFirstProblem: (code: CopyProblem) => void,
    now: () => number = Date.now,
    firstLookMs = FIRST_LOOK_MS,
  ) {
    this.#script = script;
    this.#databasePath = databasePath;
    this.#onProblem = onProblem;
    this.#onFirstProblem = onFirstProblem;
    this.#now = now;
    this.#firstLookMs = firstLookMs;
  }

  begin(): void {
    this.#clearUnfinished();
    const look = (): void => {
      if (this.#isDue()) void this.take();
    };
    this.#timers.push(setTimeout(look, this.#firstLookMs).unref());
    this.#timers.push(setInterval(look, LOOK_EVERY_MS).unref());
  }

  /** Takes a copy now; null when one is being taken already, or none could be. Never rejects. */
  async take(): Promise<CopyEnd | null> {
    if (this.#thread !== null) return null;
    const thread = new Thread<CopyTaker>(this.#script);
    this.#thread = thread;
    const end = await thread
      .ask((taker): Promise<CopyEnd> => taker.takeCopy(this.#databasePath, this.#now()))
      .catch((error: unknown) => {
        // The app is closing, or the thread broke down.
        if (!this.#isClosed) this.#notify(error instanceof ThreadEnded ? error.message : String(error), 'copy-failed');
        return null;
      });
    void thread.end();
    if (end?.kind === 'no-room') this.#notify('The disk has no room for it.', 'copy-no-room');
    else if (end !== null) this.#isNotified = false;
    this.#thread = null;
    return end;
  }

  /** Resolves once its thread has ended. What it has not finished is no copy. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#thread?.end();
  }

  #notify(detail: string, code: CopyProblem): void {
    this.#onProblem(detail);
    if (this.#isNotified) return;
    this.#isNotified = true;
    this.#onFirstProblem(code);
  }

  /** At the start too: the next copy may be a day away, and what is left of one as large as the database. */
  #clearUnfinished(): void {
    try {
      clearUnfinishedCopy(this.#databasePath);
    } catch (error) {
      this.#onProblem(String(error));
    }
  }

  /** Either way about: a clock that was wrong must not put the next one off for years. */
  #isDue(): boolean {
    const copy = fileAt(copyPathOf(this.#databasePath));
    return copy === null || Math.abs(this.#now() - copy.mtimeMs) >= DAY_MS;
  }
}
