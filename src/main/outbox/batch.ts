import type { ItemProgress, QueueSummary } from '../../shared/submissions.ts';
import type { OutboxItem } from './outbox-item.ts';
import { isFinished } from './transitions.ts';

const RATE_WINDOW_MS = 4_000;

export type Batch = ReturnType<typeof createBatch>;

/**
 * Totals over everything added since the queue was last empty: the one progress bar above the list. Kept by addition, so
 * that a change costs the same with ten items and with ten thousand.
 */
export function createBatch(now: () => number) {
  let members = new Map<number, { size: number; done: boolean }>();
  let filesDone = 0;
  let bytes = 0;
  let bytesFinished = 0;
  const underWay = new Map<number, ItemProgress>();
  let samples: { at: number; moved: number }[] = [];
  let moved = 0;

  const bytesUnderWay = (): number => {
    let sum = 0;
    for (const progress of underWay.values()) sum += progress.done;
    return sum;
  };

  return {
    /** Tells the batch what has become of an item. */
    observe(item: OutboxItem): void {
      const size = item.size ?? 0;
      const done = isFinished(item.state) || item.state.kind === 'unsettled';
      const known = members.get(item.id);
      if (known === undefined) {
        if (done) return;
        if (filesDone === members.size) {
          members = new Map();
          filesDone = 0;
          bytes = 0;
          bytesFinished = 0;
        }
        members.set(item.id, { size, done });
        bytes += size;
        return;
      }
      if (known.done) {
        filesDone -= 1;
        bytesFinished -= known.size;
      }
      bytes += size - known.size;
      if (done) {
        filesDone += 1;
        bytesFinished += size;
        underWay.delete(item.id);
      }
      members.set(item.id, { size, done });
    },

    forget(id: number): void {
      const known = members.get(id);
      if (known === undefined) return;
      members.delete(id);
      underWay.delete(id);
      bytes -= known.size;
      if (known.done) {
        filesDone -= 1;
        bytesFinished -= known.size;
      }
    },

    /** Bytes that the socket has taken of an item. */
    sent(progress: ItemProgress): void {
      moved += progress.done - (underWay.get(progress.id)?.done ?? 0);
      underWay.set(progress.id, progress);
    },

    /** The try ended without a receipt: its bytes count no more. */
    stopped(id: number): void {
      underWay.delete(id);
    },

    progress: (): ItemProgress[] => [...underWay.values()],

    summary(): QueueSummary {
      const at = now();
      samples = samples.filter((sample) => at - sample.at <= RATE_WINDOW_MS);
      samples.push({ at, moved });
      const oldest = samples[0] ?? { at, moved };
      const seconds = (at - oldest.at) / 1000;
      const busy = filesDone < members.size;
      const bytesPerSecond = busy && seconds >= 0.5 && moved > oldest.moved ? (moved - oldest.moved) / seconds : null;
      const bytesDone = bytesFinished + bytesUnderWay();
      return {
        files: members.size,
        filesDone,
        bytes,
        bytesDone,
        bytesPerSecond,
        secondsLeft: bytesPerSecond === null ? null : Math.ceil(Math.max(0, bytes - bytesDone) / bytesPerSecond),
        waitingFor: null,
        estimate: null,
      };
    },
  };
}
