import { storageFailureKind } from './failure-kind.ts';

export type RetriedWrites = ReturnType<typeof createRetriedWrites>;

const AGAIN_MS = 2_000;

/**
 * Writes that must not be lost. What the disk does not take now is held in memory and offered again, without haste, until
 * it does; what it can never take (a row whose account is gone) is let go. Tells once when trouble begins and once when it
 * is over.
 */
export function createRetriedWrites(onTrouble: (sentence: string) => void, onOver: () => void) {
  let waiting = 0;
  let closed = false;
  const pauses = new Set<{ readonly timer: NodeJS.Timeout; readonly go: () => void }>();

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        pauses.delete(entry);
        resolve();
      };
      const entry = { timer: setTimeout(go, AGAIN_MS), go };
      pauses.add(entry);
    });

  return {
    get inTrouble(): boolean {
      return waiting > 0;
    },

    /** Resolves once `write` has succeeded (true), or when it never will (false). Never rejects. */
    async write(write: () => Promise<void>): Promise<boolean> {
      let troubled = false;
      try {
        for (;;) {
          try {
            await write();
            return true;
          } catch (error) {
            if (closed || storageFailureKind(error) === 'other') return false;
            if (!troubled) {
              troubled = true;
              waiting += 1;
              if (waiting === 1) onTrouble(diskTrouble(error));
            }
          }
          // Also the end of the app ends it: for one last offer.
          await pause();
        }
      } finally {
        if (troubled) {
          waiting -= 1;
          if (waiting === 0 && !closed) onOver();
        }
      }
    },

    close(): void {
      closed = true;
      for (const { timer, go } of [...pauses]) {
        clearTimeout(timer);
        go();
      }
    },
  };
}

function diskTrouble(error: unknown): string {
  const detail = error instanceof Error && 'errstr' in error ? String(error.errstr) : String(error);
  return `The disk is full or cannot be written (${detail}). Free some space: nothing new is sent until then, and receipts wait in memory, so leave Dropslip open.`;
}
