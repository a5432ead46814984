import { Thread, ThreadEnded } from '../threads.ts';
import type { CopyTaker } from './copy-worker.ts';
import { type CopyEnd, clearUnfinishedCopy, copyPathOf, fileAt } from './database-copy.ts';

type CopyProblem = 'copy-failed' | 'copy-disk-full';

const DAY_MS = 86_400_000;
/** The first check is delayed, because the disk is busy at the start. */
const FIRST_LOOK_MS = 60_000;
const LOOK_EVERY_MS = 30 * 60_000;

/** Keeps a copy of the database that is at most about a day old. A separate thread takes it. */
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

  /** `script`: the built `copy-worker`. `onFirstProblem`: called once until a copy succeeds again. */
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

  /** Takes a copy now. Resolves to null if another copy is in progress or an error occurs. Never rejects. */
  async take(): Promise<CopyEnd | null> {
    if (this.#thread !== null) return null;
    const thread = new Thread<CopyTaker>(this.#script);
    this.#thread = thread;
    const end = await thread
      .ask((taker): Promise<CopyEnd> => taker.takeCopy(this.#databasePath, this.#now()))
      .catch((error: unknown) => {
        // The app is closing, or the thread has crashed.
        if (!this.#isClosed) this.#notify(error instanceof ThreadEnded ? error.message : String(error), 'copy-failed');
        return null;
      });
    void thread.end();
    if (end?.kind === 'no-room') this.#notify('The disk has no room for it.', 'copy-disk-full');
    else if (end !== null) this.#isNotified = false;
    this.#thread = null;
    return end;
  }

  /** Resolves once the thread has ended. The next start removes an unfinished copy. */
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

  /**
   * Runs at the start, because an unfinished copy can be as large as the database and the next copy may be a day away.
   */
  #clearUnfinished(): void {
    try {
      clearUnfinishedCopy(this.#databasePath);
    } catch (error) {
      this.#onProblem(String(error));
    }
  }

  /** Uses the absolute difference, so that a wrong clock cannot postpone the next copy for years. */
  #isDue(): boolean {
    const copy = fileAt(copyPathOf(this.#databasePath));
    return copy === null || Math.abs(this.#now() - copy.mtimeMs) >= DAY_MS;
  }
}
