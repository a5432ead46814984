import { fdatasync, fdatasyncSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { storageFailureKind } from './retried-writes.ts';

/** Flushes the commits of a connection with `synchronous=NORMAL` to the disk. Both functions fail if the disk does. */
export type WalFlush = {
  /** Does not block the event loop. A flush by SQLite itself would block it each time. */
  readonly later: () => Promise<void>;
  readonly now: () => void;
};

const flushLater = promisify(fdatasync);

/**
 * In WAL mode a commit is durable once the write-ahead log is on the disk (sqlite.org/wal.html, "Performance
 * Considerations"). `synchronous=FULL` flushes the log inside each commit, on the committing thread. This opens the log
 * again to flush it separately. SQLite holds no locks on the log, so more descriptors are safe.
 */
export function createWalFlush(database: DatabaseSync): WalFlush {
  const path = database.location();
  if (path === null) throw new Error('A database in memory is never on a disk.');
  const log = (): (() => number) => {
    let opened: number | null = null;
    return () => {
      opened ??= openSync(`${path}-wal`, 'r+');
      return opened;
    };
  };
  // The system reports a write error once for each descriptor, and both functions need it.
  const forLater = log();
  const forNow = log();
  return {
    later: async () => {
      // Opened before the flush, so that it also receives the errors of that flush.
      forNow();
      await flushLater(forLater());
    },
    now: () => fdatasyncSync(forNow()),
  };
}

type PendingWrite = {
  readonly run: () => void;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
};

/** Runs `write` soon, inside a transaction shared with others, and resolves once it is on disk. */
export type Commit = (write: () => void) => Promise<void>;

/** The delay before a retry while another program locks the file. */
const LOCKED_RETRY_MS = 200;
/** The delay before a retry after the disk failed. */
const FLUSH_RETRY_MS = 2_000;

/**
 * Combines small durable writes into shared transactions and flushes. All writes of one turn of the event loop, or
 * during an earlier flush, go into one transaction. If one of them fails, the others are committed without it. While
 * another program locks the file, or the disk does not flush, the writes wait instead of failing, and new ones join the
 * next transaction.
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #onProblem: (error: unknown) => void;
  readonly #wal: WalFlush;
  #pending: PendingWrite[] = [];
  /** Committed, but possibly not on the disk yet. */
  #unflushed: PendingWrite[] = [];
  #busy = false;
  #bySqlite = true;

  /** `onProblem`: the disk does not flush. */
  constructor(
    database: DatabaseSync,
    onProblem: (error: unknown) => void = () => undefined,
    wal = createWalFlush(database),
  ) {
    this.#database = database;
    this.#onProblem = onProblem;
    this.#wal = wal;
  }

  /** A property, so that it can be passed without this object. */
  readonly commit: Commit = (run) =>
    new Promise((resolve, reject) => {
      this.#pending.push({ run, resolve, reject });
      this.#schedule();
    });

  /** Writes everything that is pending, synchronously. Call before the app ends. */
  flush(): void {
    this.#writePending();
    if (this.#unflushed.length === 0) return;
    try {
      this.#wal.now();
    } catch (error) {
      this.#onProblem(error);
      if (!this.#wroteBack()) return;
    }
    this.#settle(resolveAll, this.#unflushed);
  }

  #schedule(): void {
    if (this.#busy || this.#pending.length === 0) return;
    this.#busy = true;
    setImmediate(() => void this.#turn());
  }

  async #turn(): Promise<void> {
    const isLocked = this.#writePending();
    if (this.#unflushed.length > 0) await this.#flushWritten();
    this.#busy = isLocked;
    if (isLocked) setTimeout(() => void this.#turn(), LOCKED_RETRY_MS);
    else this.#schedule();
  }

  /** Returns true if some writes must wait for a lock. */
  #writePending(): boolean {
    const batch = this.#pending;
    this.#pending = [];
    const left = this.#database.isOpen ? this.#writeAll(batch) : rejectAll(batch);
    this.#pending = [...left, ...this.#pending];
    return left.length > 0;
  }

  /** Returns the writes that must wait for a lock. */
  #writeAll(batch: readonly PendingWrite[]): readonly PendingWrite[] {
    if (batch.length === 0) return [];
    try {
      inTransaction(this.#database, () => {
        for (const write of batch) write.run();
      });
    } catch (error) {
      if (storageFailureKind(error) === 'locked') return batch;
      if (batch.length > 1) return batch.flatMap((write) => this.#writeAll([write]));
      for (const write of batch) write.reject(error);
      return [];
    }
    for (const write of batch) this.#unflushed.push(write);
    return [];
  }

  async #flushWritten(): Promise<void> {
    // This flush does not cover later writes.
    const written = [...this.#unflushed];
    if (this.#bySqlite) this.#flushLess();
    else if (!(await this.#wal.later().then(done, (error: unknown) => this.#flushOtherwise(error)))) {
      this.#settle(rejectAll, written);
      return;
    }
    this.#settle(resolveAll, written);
  }

  /** SQLite flushed the first commit, which also made the name of a new log durable. Later flushes are separate. */
  #flushLess(): void {
    try {
      this.#database.exec('PRAGMA synchronous = NORMAL');
      this.#bySqlite = false;
    } catch {
      // SQLite flushes the next commit too.
    }
  }

  /**
   * After a failed flush, a repeated flush proves nothing, because the system reports a lost write only once. Therefore
   * everything is written again, into the database file itself. Resolves to false if the database was closed before.
   */
  async #flushOtherwise(error: unknown): Promise<boolean> {
    this.#onProblem(error);
    while (this.#database.isOpen) {
      if (this.#wroteBack()) return true;
      await wait(FLUSH_RETRY_MS);
    }
    return false;
  }

  #wroteBack(): boolean {
    try {
      return this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
    } catch {
      return false;
    }
  }

  #settle(how: (batch: readonly PendingWrite[]) => void, written: readonly PendingWrite[]): void {
    const over = new Set(written);
    this.#unflushed = this.#unflushed.filter((write) => !over.has(write));
    how(written);
  }
}

const done = (): boolean => true;

function resolveAll(batch: readonly PendingWrite[]): void {
  for (const write of batch) write.resolve();
}

function rejectAll(batch: readonly PendingWrite[]): readonly PendingWrite[] {
  for (const write of batch) write.reject(new Error('The database is closed.'));
  return [];
}

/** Runs one transaction. Rolls it back if `run` or the commit throws. */
export function inTransaction(database: DatabaseSync, run: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    run();
    database.exec('COMMIT');
  } catch (error) {
    // After some errors, such as a full disk, SQLite has already rolled back.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
