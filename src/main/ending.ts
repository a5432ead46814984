import { setTimeout as wait } from 'node:timers/promises';

type EndingSteps = {
  /** Writes all data to disk before it returns. Its promise resolves when all threads have ended. */
  readonly close: () => Promise<unknown>;
  /** True while a call into the system runs that cannot be cancelled. */
  readonly isStuck: () => boolean;
  /** The last step, after all data is written and closed. It must limit its own time. */
  readonly last: () => Promise<unknown>;
  /** Ends the app normally with this exit code. Waits for all threads, possibly forever. */
  readonly exit: (code: number) => void;
  /** Ends the process even if something hangs. */
  readonly kill: (why: string) => void;
  /** Milliseconds that threads and drives have to finish. */
  readonly patienceMs?: number;
};

const PATIENCE_MS = 3_000;
const LOOK_EVERY_MS = 20;

/**
 * Ends the app in any case. A disconnected drive can block a thread in a read forever, and a normal exit waits for all
 * threads. All data is therefore written first. Threads then get a short time to end. After that the process is killed,
 * which loses nothing.
 */
export class Ending {
  readonly #steps: EndingSteps;
  #hasBegun = false;

  constructor(steps: EndingSteps) {
    this.#steps = steps;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Handles Electron's `will-quit`. */
  quit(event: { preventDefault(): void }): void {
    event.preventDefault();
    this.begin(0);
  }

  /** Does nothing if the ending has begun. */
  begin(code: number): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    void this.#end(code);
  }

  async #end(code: number): Promise<void> {
    const { close, isStuck, last, exit, kill, patienceMs = PATIENCE_MS } = this.#steps;
    let closed = false;
    const settle = (): void => {
      closed = true;
    };
    try {
      void close().then(settle, settle);
    } catch {
      // A failing `close` must not prevent the end.
      settle();
    }
    const hangs = (): boolean => !closed || isStuck();
    // Lets resolved promises settle.
    await wait(0);
    // Counts looks instead of time: the message box of an uncaught error blocks main until the user has read it.
    for (let looks = patienceMs / LOOK_EVERY_MS; hangs() && looks > 0; looks--) await wait(LOOK_EVERY_MS);
    if (hangs()) {
      kill(closed ? 'a call into the system does not return' : 'a thread does not end');
      return;
    }
    await last().catch(() => undefined);
    // The normal exit may hang as well while this thread still runs.
    setTimeout(() => kill('the app does not end'), patienceMs).unref();
    exit(code);
  }
}

/** The work of Node's thread pool, which a normal exit waits for. */
const threadWork: ReadonlySet<string> = new Set([
  'FSReqCallback',
  'FSReqPromise',
  'FileHandleCloseReq',
  'GetAddrInfoReqWrap',
  'GetNameInfoReqWrap',
]);

/** True while a read, a write or a name look-up of this thread is running. */
export function hasThreadWork(): boolean {
  return process.getActiveResourcesInfo().some((resource) => threadWork.has(resource));
}
