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
 * In WAL mode a commit is durable once the write-ahead log is on the disk (sqlite.org/wal.html, "Performance
 * Considerations"); `synchronous=FULL` flushes it inside of each commit, on the thread that commits. The log is opened once
 * more for this: SQLite holds no locks on it, so that the second descriptor disturbs none.
 */
export function createWalFlush(database: DatabaseSync): WalFlush {
  const path = database.location();
  if (path === null) throw new Error('A database in memory is never on a disk.');
  let opened: number | null = null;
  const descriptor = (): number => {
    opened ??= openSync(`${path}-wal`, 'r+');
    return opened;
  };
  return {
    later: async () => flushLater(descriptor()),
    now: () => fdatasyncSync(descriptor()),
  };
}
