/** More than what is prepared ahead of the sending; beyond it the oldest is read from disk again. */
const MOST_BYTES = 16 * 1024 * 1024;

export type ContentsAtHand = ReturnType<typeof createContentsAtHand>;

/** Contents of small files between their digest and their upload, by item: what was read once need not be read again. */
export function createContentsAtHand(mostBytes = MOST_BYTES) {
  const contents = new Map<number, Uint8Array>();
  let held = 0;

  const take = (itemId: number): Uint8Array | null => {
    const bytes = contents.get(itemId) ?? null;
    contents.delete(itemId);
    held -= bytes?.length ?? 0;
    return bytes;
  };

  return {
    /** Keeps what was just read of an item in place of what was known; null for nothing. */
    put(itemId: number, bytes: Uint8Array | null): void {
      take(itemId);
      if (bytes === null) return;
      contents.set(itemId, bytes);
      held += bytes.length;
      for (const [oldest] of contents) {
        if (held <= mostBytes) break;
        take(oldest);
      }
    },
    /** Gives it away: for one try. */
    take,
  };
}
