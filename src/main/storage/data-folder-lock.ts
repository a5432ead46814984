import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { storageFailureKind } from './failure-kind.ts';

/** Whose the data folder is. `impossible`: nobody's, since nothing can be written there; `code` is the system's (`EROFS`). */
export type DataFolderClaim =
  | { readonly kind: 'owned' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'impossible'; readonly code: string; readonly detail: string };

/**
 * The one owner of a data folder: an exclusive lock on an empty SQLite file in it, for as long as the process lives. It is
 * the system's lock (`fcntl`, `LockFileEx`), so that it goes with the process, however that ends, and leaves nothing to
 * clear away. Nothing is ever written, so that a full disk does not matter and there is nothing to be damaged.
 * Nothing else in this process may open the file: POSIX drops a process's locks when it closes any descriptor of it
 * (sqlite.org/howtocorrupt.html, 2.2). It is empty, and empty files are refused before they are opened.
 */
export class DataFolderLock {
  readonly #folder: string;
  readonly #path: string;
  #database: DatabaseSync | null = null;
  /** The process refers to this, and this to the connection: one that nothing refers to is collected, and its lock let go. */
  readonly #keep = (): boolean => this.isHeld;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, 'owner.lock');
  }

  get isHeld(): boolean {
    return this.#database !== null;
  }

  /** Waits up to `patienceMs`, in which nothing else runs, for an owner that is just ending. */
  take(patienceMs = 0): DataFolderClaim {
    if (this.isHeld) return { kind: 'owned' };
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      this.#database = openExclusively(this.#path, patienceMs);
    } catch (error) {
      if (storageFailureKind(error) === 'locked') return { kind: 'taken' };
      return { kind: 'impossible', ...this.#reason(error) };
    }
    process.on('exit', this.#keep);
    return { kind: 'owned' };
  }

  release(): void {
    process.off('exit', this.#keep);
    this.#database?.close();
    this.#database = null;
  }

  /** SQLite only says that it cannot open or write a file; the system says why. */
  #reason(error: unknown): { readonly code: string; readonly detail: string } {
    const cause = storageFailureKind(error) === 'disk' ? (this.#refusal() ?? error) : error;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'UNKNOWN';
    return { code, detail: cause instanceof Error ? cause.message : String(cause) };
  }

  #refusal(): unknown {
    try {
      // Closing this drops no lock: this process has none when it comes here.
      closeSync(openSync(this.#path, 'a', 0o600));
      return null;
    } catch (error) {
      return error;
    }
  }
}

function openExclusively(path: string, patienceMs: number): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: patienceMs });
  try {
    // A journal in memory: on the disk it would be a file that the next start has to clear away.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    // A file that can only be read gets a shared lock and no error before the first write. This one is never committed.
    database.exec('PRAGMA user_version = 1');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
