import { fdatasync, fdatasyncSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { storageFailureKind } from './retried-writes.ts';

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

type PendingWrite = {
  readonly run: () => void;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
};

/** Runs `write` soon, inside a transaction shared with others, and resolves once it is on disk. */
export type Commit = (write: () => void) => Promise<void>;

/** Another program holds the file: asked again after this long. */
const LOCKED_RETRY_MS = 200;
/** The disk refused: tried again after this long. */
const FLUSH_RETRY_MS = 2_000;

/**
 * Many small durable writes share one flush: all writes that are asked for before the event loop comes round, or while
 * earlier ones are being flushed, go into one transaction. When one of them fails, the others are committed without it.
 * A file that another program has locked is waited for, and so is a disk that does not flush; nothing is rejected for it,
 * and what is asked for meanwhile joins the next transaction.
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #onProblem: (error: unknown) => void;
  readonly #wal: WalFlush;
  #pending: PendingWrite[] = [];
  /** Committed, and perhaps not on the disk yet. */
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

  /** A function of its own, which is handed over without this object. */
  readonly commit: Commit = (run) =>
    new Promise((resolve, reject) => {
      this.#pending.push({ run, resolve, reject });
      this.#schedule();
    });

  /** Writes what is still waiting, now: for the moment before the app ends. */
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

  /** True when something must wait for a lock. */
  #writePending(): boolean {
    const batch = this.#pending;
    this.#pending = [];
    const left = this.#database.isOpen ? this.#writeAll(batch) : rejectAll(batch);
    this.#pending = [...left, ...this.#pending];
    return left.length > 0;
  }

  /** Answers with what must wait for a lock. */
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
    // What is written from here on is not in this flush.
    const written = [...this.#unflushed];
    if (this.#bySqlite) this.#flushLess();
    else if (!(await this.#wal.later().then(done, (error: unknown) => this.#flushOtherwise(error)))) {
      this.#settle(rejectAll, written);
      return;
    }
    this.#settle(resolveAll, written);
  }

  /** The first commit was flushed by SQLite, which also made the name of a new log durable. */
  #flushLess(): void {
    try {
      this.#database.exec('PRAGMA synchronous = NORMAL');
      this.#bySqlite = false;
    } catch {
      // Then it flushes the next one too.
    }
  }

  /**
   * After a flush that failed another one proves nothing: a system tells of what it lost only once. So all of it is
   * written anew, into the database itself. False when that was closed before it could be.
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
