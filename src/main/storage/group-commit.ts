import type { DatabaseSync } from 'node:sqlite';

type PendingWrite = {
  readonly run: () => void;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
};

/** Runs `write` soon, inside a transaction shared with others, and resolves once it is on disk. */
export type Commit = (write: () => void) => Promise<void>;

/**
 * Many small durable writes share one flush: all writes that are asked for before the event loop comes round go into one
 * transaction. When one of them fails, the others are committed without it.
 */
export function createGroupCommit(database: DatabaseSync): Commit {
  let pending: PendingWrite[] = [];

  const flush = (): void => {
    const batch = pending;
    pending = [];
    try {
      inTransaction(database, () => {
        for (const write of batch) write.run();
      });
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const write of batch) commitAlone(database, write);
      return;
    }
    for (const write of batch) write.resolve();
  };

  return (run) =>
    new Promise((resolve, reject) => {
      if (pending.length === 0) setImmediate(flush);
      pending.push({ run, resolve, reject });
    });
}

/** One transaction; rolled back when `run` or the commit throws. */
export function inTransaction(database: DatabaseSync, run: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    run();
    database.exec('COMMIT');
  } catch (error) {
    // SQLite has already rolled back by itself after some errors (disk full among them).
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function commitAlone(database: DatabaseSync, write: PendingWrite): void {
  try {
    inTransaction(database, write.run);
    write.resolve();
  } catch (error) {
    write.reject(error);
  }
}
