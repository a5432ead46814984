/**
 * The kind of an SQLite failure. A `damaged` file is set aside. After `locked` and `disk` (full, read-only, I/O error)
 * the write is retried.
 */
export type StorageFailureKind = 'damaged' | 'locked' | 'disk' | 'other';

// sqlite.org/rescode.html: the low byte of an extended result code is its primary code.
const primaryCodes: Readonly<Record<number, StorageFailureKind>> = {
  5: 'locked', // BUSY
  6: 'locked', // LOCKED
  8: 'disk', // READONLY
  10: 'disk', // IOERR
  11: 'damaged', // CORRUPT
  13: 'disk', // FULL
  14: 'disk', // CANTOPEN
  26: 'damaged', // NOTADB
};

export function storageFailureKind(error: unknown): StorageFailureKind {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return 'other';
  return primaryCodes[error.errcode & 0xff] ?? 'other';
}

const AGAIN_MS = 2_000;

type Pause = { readonly timer: NodeJS.Timeout; readonly end: () => void };

/**
 * Retries writes that must not be lost. A failed write is kept in memory and retried until it succeeds. It is dropped
 * if it can never succeed, for example if its account was removed. Reports once when a problem begins and once when it
 * is over.
 */
export class RetriedWrites {
  readonly #onProblem: (detail: string) => void;
  readonly #onOver: () => void;
  readonly #pauses = new Set<Pause>();
  #waiting = 0;
  #isClosed = false;

  /** `detail`: SQLite's error message. */
  constructor(onProblem: (detail: string) => void, onOver: () => void) {
    this.#onProblem = onProblem;
    this.#onOver = onOver;
  }

  get hasProblem(): boolean {
    return this.#waiting > 0;
  }

  /** Resolves to true once `write` has succeeded, or to false if it never will. Never rejects. */
  async write(write: () => Promise<void>): Promise<boolean> {
    let hasProblem = false;
    try {
      for (;;) {
        try {
          await write();
          return true;
        } catch (error) {
          if (this.#isClosed || storageFailureKind(error) === 'other') return false;
          if (!hasProblem) {
            hasProblem = true;
            this.#waiting += 1;
            if (this.#waiting === 1) this.#onProblem(detailOf(error));
          }
        }
        // Closing ends the pause early, for one last try.
        await this.#pause();
      }
    } finally {
      if (hasProblem) {
        this.#waiting -= 1;
        if (this.#waiting === 0 && !this.#isClosed) this.#onOver();
      }
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const { timer, end } of [...this.#pauses]) {
      clearTimeout(timer);
      end();
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        this.#pauses.delete(pause);
        resolve();
      };
      const pause: Pause = { timer: setTimeout(end, AGAIN_MS), end };
      this.#pauses.add(pause);
    });
  }
}

function detailOf(error: unknown): string {
  return error instanceof Error && 'errstr' in error ? String(error.errstr) : String(error);
}
