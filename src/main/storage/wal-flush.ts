import { fdatasync, fdatasyncSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

/** Brings to the disk what a connection with `synchronous=NORMAL` has committed. Both reject what the disk refuses. */
export type WalFlush = {
  /** Beside the event loop, which a flush of SQLite's own would hold up each time. */
  readonly later: () => Promise<void>;
  readonly now: () => void;
};

const flushLater = promisify(fdatasync);

/**
 * The few threads that flush beside the event loop also read people's files, and a drive that is gone may hold all of
 * them for ever: after this long the flush is made on this thread, and so are those after it until the threads are back.
 */
const PATIENCE_MS = 2_000;

/**
 * In WAL mode a commit is durable once the write-ahead log is on the disk (sqlite.org/wal.html, "Performance
 * Considerations"); `synchronous=FULL` flushes it inside of each commit, on the thread that commits. The log is opened once
 * more for this: SQLite holds no locks on it, so that the further descriptors disturb none.
 */
export function createWalFlush(database: DatabaseSync, patienceMs = PATIENCE_MS): WalFlush {
  const path = database.location();
  if (path === null) throw new Error('A database in memory is never on a disk.');
  const log = (): (() => number) => {
    let opened: number | null = null;
    return () => {
      opened ??= openSync(`${path}-wal`, 'r+');
      return opened;
    };
  };
  // A system tells each descriptor once of what it lost: told to a flush that was given up, the other one still hears it.
  const forLater = log();
  const forNow = log();
  let isOut = false;

  const now = (): void => fdatasyncSync(forNow());

  return {
    later: async () => {
      // Opened before there is anything to be told of.
      forNow();
      if (isOut) {
        now();
        return;
      }
      const descriptor = forLater();
      isOut = true;
      const flushing = flushLater(descriptor).finally(() => {
        isOut = false;
      });
      if (!(await isOverWithin(flushing, patienceMs))) now();
    },
    now,
  };
}

/** False when the work is still going on after `ms`; rejects when it failed until then. */
async function isOverWithin(work: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
