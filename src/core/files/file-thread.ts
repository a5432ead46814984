import { Worker } from 'node:worker_threads';
import type { FileCall, FileCallKind, FileCalls, FileMessage, FileProblem, FolderEntry } from './file-calls.ts';

/** After its time is over a thread has this long (milliseconds) to be heard: the silence may have been this thread's own. */
const HEARD_LATE_MS = 500;

type Asked = {
  readonly onPart: (part: readonly FolderEntry[]) => void;
  readonly onAnswer: (answer: FileCalls[FileCallKind]['answer'] | FileProblem) => void;
};

/**
 * One worker thread that makes one call of the file system at a time. When its drive says nothing for `silenceMs`, the
 * call is answered with `ETIMEDOUT` and the thread is given up: nobody can call it back.
 */
export class FileThread {
  readonly #worker: Worker;
  readonly #silenceMs: number;
  #asked: Asked | null = null;
  #timer: NodeJS.Timeout | undefined;
  #ended: Promise<unknown> | null = null;
  #hangs = false;

  constructor(script: URL, silenceMs: number) {
    this.#silenceMs = silenceMs;
    this.#worker = new Worker(script);
    this.#worker.on('message', (message: FileMessage) => {
      if ('answer' in message) return this.#conclude(message.answer);
      this.#watch();
      if (message.part.length > 0) this.#asked?.onPart(message.part);
    });
    this.#worker.on('error', (error) => this.#giveUp('WORKER', String(error)));
    this.#worker.on('exit', () => this.#giveUp('WORKER', 'The thread has ended.'));
    // Listening to it keeps a process alive: last of all.
    this.#worker.unref();
  }

  /** Whether it can be asked no more. */
  get isGone(): boolean {
    return this.#ended !== null;
  }

  /** Whether it is in a call that has not returned in time. */
  get hangs(): boolean {
    return this.#hangs;
  }

  /** Only once the answer before is there. Never rejects. */
  ask<Kind extends FileCallKind>(
    call: { readonly kind: Kind } & FileCalls[Kind]['ask'] & FileCall,
    transfer: readonly ArrayBuffer[] = [],
    onPart: Asked['onPart'] = () => undefined,
  ): Promise<FileCalls[Kind]['answer'] | FileProblem> {
    return new Promise((resolve) => {
      if (this.isGone) return resolve({ kind: 'unreadable', code: 'WORKER', detail: 'The thread has ended.' });
      this.#asked = { onPart, onAnswer: resolve };
      this.#worker.postMessage(call, [...transfer]);
      this.#watch();
    });
  }

  /** Ends the thread; resolves when it has ended, which is never while it hangs. */
  end(): Promise<unknown> {
    this.#ended ??= this.#worker.terminate();
    return this.#ended;
  }

  #watch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(() => {
        this.#hangs = true;
        this.#giveUp('ETIMEDOUT', 'The drive did not answer in time.');
      }, HEARD_LATE_MS);
    }, this.#silenceMs);
  }

  #conclude(answer: FileCalls[FileCallKind]['answer'] | FileProblem): void {
    clearTimeout(this.#timer);
    const asked = this.#asked;
    this.#asked = null;
    asked?.onAnswer(answer);
  }

  #giveUp(code: string, detail: string): void {
    void this.end();
    this.#conclude({ kind: 'unreadable', code, detail });
  }
}
