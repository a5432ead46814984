import type { BodyReceiver } from '../service/index.ts';
import type { HistoryThread } from './thread.ts';

/** Large enough that few messages are needed, small enough to be read while the next block fills. */
const BLOCK_BYTES = 256 * 1024;

export type ListSending = ReturnType<typeof sendList>;

/** Moves the bytes of one list to the history's thread, in blocks, while they arrive. */
export function sendList(thread: HistoryThread, listId: string) {
  let block = new Uint8Array(BLOCK_BYTES);
  let filled = 0;

  function send(): void {
    if (filled === 0) return;
    const bytes = block.subarray(0, filled);
    thread.post({ kind: 'list-bytes', listId, bytes }, [block.buffer]);
    block = new Uint8Array(BLOCK_BYTES);
    filled = 0;
  }

  const receiver: BodyReceiver = {
    begin: () => {
      filled = 0;
      thread.post({ kind: 'list-begins', listId });
    },
    take: (piece) => {
      for (let taken = 0; taken < piece.byteLength; ) {
        const part = piece.subarray(taken, taken + BLOCK_BYTES - filled);
        block.set(part, filled);
        filled += part.byteLength;
        taken += part.byteLength;
        if (filled === BLOCK_BYTES) send();
      }
    },
  };
  return {
    receiver,
    /** What is still here goes too. */
    flush: send,
    /** The thread forgets what it has of a list that nobody will ask for. */
    drop: (): void => thread.post({ kind: 'list-dropped', listId }),
  };
}
