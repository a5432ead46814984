import { setTimeout as wait } from 'node:timers/promises';

type EndingParts = {
  /** Writes what must be on disk before it returns; what it promises is that all threads have ended. */
  readonly close: () => Promise<unknown>;
  /** Whether a call into the system is out that nobody can call back. */
  readonly isStuck: () => boolean;
  /** What is to be done when all is written and closed. It is waited for, and has to bound its time itself. */
  readonly last: () => Promise<unknown>;
  /** Ends the app in good order, with this exit code. That waits for all threads, for ever if need be. */
  readonly exit: (code: number) => void;
  /** Ends the process whatever hangs. */
  readonly kill: (why: string) => void;
  /** How long threads and drives have to come to their end, in milliseconds. */
  readonly patienceMs?: number;
};

const PATIENCE_MS = 3_000;
const LOOK_EVERY_MS = 20;

/**
 * Ends the app for certain. A drive that is gone can hold a thread in a read that never returns, and a process that
 * ends in good order waits for its threads. So first everything is written; then there is a short time in which all
 * threads can end; and a process in which one hangs after that is killed, which by then loses nothing.
 */
export class Ending {
  readonly #parts: EndingParts;
  #hasBegun = false;

  constructor(parts: EndingParts) {
    this.#parts = parts;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** For Electron's `will-quit`: takes the quitting over. */
  quit(event: { preventDefault(): void }): void {
    event.preventDefault();
    this.begin(0);
  }

  /** Nothing happens where it has begun before. */
  begin(code: number): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    void this.#end(code);
  }

  async #end(code: number): Promise<void> {
    const { close, isStuck, last, exit, kill, patienceMs = PATIENCE_MS } = this.#parts;
    let closed = false;
    const settle = (): void => {
      closed = true;
    };
    try {
      void close().then(settle, settle);
    } catch {
      // What cannot be closed must not keep the app from ending.
      settle();
    }
    const hangs = (): boolean => !closed || isStuck();
    // Lets what is closed in memory alone settle.
    await wait(0);
    // Counts looks, not time: the message box of an uncaught error blocks main until the user has read it.
    for (let looks = patienceMs / LOOK_EVERY_MS; hangs() && looks > 0; looks--) await wait(LOOK_EVERY_MS);
    if (hangs()) {
      kill(closed ? 'a call into the system does not return' : 'a thread does not end');
      return;
    }
    await last().catch(() => undefined);
    // Where ending in good order hangs all the same, and this thread with it still running.
    setTimeout(() => kill('the app does not end'), patienceMs).unref();
    exit(code);
  }
}

/** What one of Node's few threads is at: they are waited for when a process ends in good order. */
const threadWork: ReadonlySet<string> = new Set([
  'FSReqCallback',
  'FSReqPromise',
  'FileHandleCloseReq',
  'GetAddrInfoReqWrap',
  'GetNameInfoReqWrap',
]);

/** Whether a read, a write or a name look-up of this thread has not returned. */
export function hasThreadWork(): boolean {
  return process.getActiveResourcesInfo().some((resource) => threadWork.has(resource));
}
