import type { ContentAtHand } from '../../service/index.ts';

/** More than what is prepared ahead of the sending; beyond it the oldest is read from disk again. */
const MOST_BYTES = 24 * 1024 * 1024;
/** Looking once more whether a file changed would cost more than sending it. */
const JUST_READ_MS = 1_000;

type ReadContent = Omit<ContentAtHand, 'justRead'>;

/** Contents of small files, and of parts of large ones, between their digest and their upload, by submission: what was read once need not be read again. */
export class SmallFileCache {
  readonly #mostBytes: number;
  readonly #now: () => number;
  readonly #contents = new Map<number, ReadContent & { readonly readAt: number }>();
  #bytes = 0;

  /** `now`: milliseconds of any clock that never jumps. */
  constructor(mostBytes = MOST_BYTES, now = () => performance.now()) {
    this.#mostBytes = mostBytes;
    this.#now = now;
  }

  /** Keeps what was just read of a submission in place of what was known; null for nothing. */
  put(localId: number, read: ReadContent | null): void {
    this.take(localId);
    if (read === null) return;
    this.#contents.set(localId, { ...read, readAt: this.#now() });
    this.#bytes += read.bytes.length;
    for (const [oldest] of this.#contents) {
      if (this.#bytes <= this.#mostBytes) break;
      this.take(oldest);
    }
  }

  /** Gives it away: for one try. */
  take(localId: number): ContentAtHand | null {
    const content = this.#contents.get(localId);
    if (content === undefined) return null;
    this.#contents.delete(localId);
    this.#bytes -= content.bytes.length;
    const { readAt, ...read } = content;
    return { ...read, justRead: this.#now() - readAt < JUST_READ_MS };
  }
}
