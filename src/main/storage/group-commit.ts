import type { DatabaseSync } from 'node:sqlite';
import { storageFailureKind } from './failure-kind.ts';

type PendingWrite = {
  readonly run: () => void;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
};

/** Runs `write` soon, inside a transaction shared with others, and resolves once it is on disk. */
export type Commit = (write: () => void) => Promise<void>;

/** `flush` writes what is still waiting, now: for the moment before the app ends. */
export type GroupCommit = Commit & { readonly flush: () => void };

/** Another program holds the file: asked again after this long. */
const LOCKED_RETRY_MS = 200;

/**
 * Many small durable writes share one flush: all writes that are asked for before the event loop comes round go into one
 * transaction. When one of them fails, the others are committed without it. A file that another program has locked is
 * waited for; nothing is rejected for it, and what is asked for meanwhile joins the same transaction.
 */
export function createGroupCommit(database: DatabaseSync): GroupCommit {
  let pending: PendingWrite[] = [];
  let flushing = false;

  const schedule = (): void => {
    if (flushing || pending.length === 0) return;
    flushing = true;
    setImmediate(flush);
  };

  const flush = (): void => {
    const batch = pending;
    pending = [];
    if (batch.length === 0) {
      flushing = false;
      return;
    }
    const left = database.isOpen ? writeAll(batch) : rejectAll(batch);
    flushing = false;
    if (left.length === 0) {
      schedule();
      return;
    }
    pending = [...left, ...pending];
    flushing = true;
    setTimeout(flush, LOCKED_RETRY_MS);
  };

  /** Answers with what must wait for a lock. */
  const writeAll = (batch: readonly PendingWrite[]): readonly PendingWrite[] => {
    try {
      inTransaction(database, () => {
        for (const write of batch) write.run();
      });
    } catch (error) {
      if (storageFailureKind(error) === 'locked') return batch;
      if (batch.length > 1) return batch.flatMap((write) => writeAll([write]));
      for (const write of batch) write.reject(error);
      return [];
    }
    for (const write of batch) write.resolve();
    return [];
  };

  const commit: Commit = (run) =>
    new Promise((resolve, reject) => {
      pending.push({ run, resolve, reject });
      schedule();
    });
  return Object.assign(commit, { flush });
}

function rejectAll(batch: readonly PendingWrite[]): readonly PendingWrite[] {
  for (const write of batch) write.reject(new Error('The database is closed.'));
  return [];
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
