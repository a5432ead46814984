import type { ContentAtHand } from '../../service/index.ts';

/** More than what is prepared ahead of the sending; beyond it the oldest is read from disk again. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Looking once more whether a file changed would cost more than sending it. */
const JUST_READ_MS = 1_000;

type ReadContent = Omit<ContentAtHand, 'justRead'>;

export type ContentsAtHand = ReturnType<typeof createContentsAtHand>;

/**
 * Contents of small files between their digest and their upload, by submission: what was read once need not be read again.
 * `now`: milliseconds of any clock that never jumps.
 */
export function createContentsAtHand(mostBytes = MOST_BYTES, now = () => performance.now()) {
  const contents = new Map<number, ReadContent & { readonly readAt: number }>();
  let held = 0;

  const take = (localId: number): ContentAtHand | null => {
    const content = contents.get(localId);
    if (content === undefined) return null;
    contents.delete(localId);
    held -= content.bytes.length;
    const { readAt, ...read } = content;
    return { ...read, justRead: now() - readAt < JUST_READ_MS };
  };

  return {
    /** Keeps what was just read of a submission in place of what was known; null for nothing. */
    put(localId: number, read: ReadContent | null): void {
      take(localId);
      if (read === null) return;
      contents.set(localId, { ...read, readAt: now() });
      held += read.bytes.length;
      for (const [oldest] of contents) {
        if (held <= mostBytes) break;
        take(oldest);
      }
    },
    /** Gives it away: for one try. */
    take,
  };
}
