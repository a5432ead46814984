import { closeSync, lstatSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { NO_FILE, notOurs, refuseNonFile } from './database.ts';
import { storageFailureKind } from './retried-writes.ts';
import { DatabaseSync } from './sqlite.ts';

/**
 * Creates a folder in which the app may write and remove any file. Throws if the path is something else: through a
 * link, the app would change a folder of the user's.
 */
export function makeOwnFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  refuseAnothersFolder(path);
}

/** Throws if the path is not a folder, or is only a link to one. */
export function refuseAnothersFolder(path: string): void {
  if (!lstatSync(path).isDirectory()) throw new Error(`A link is in the place of a folder: ${path}`);
}

/**
 * The path of the file itself. If the data file is reached by a link, SQLite keeps its log beside the file, not beside
 * the link, so code that checks the log needs this path. A link to an absent drive stays unchanged.
 */
export function dataFilePath(path: string): string {
  try {
    return lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
  } catch {
    return path;
  }
}

/**
 * The owner of the data folder: this process (`owned`) or another one (`taken`). `impossible`: the folder cannot be
 * written; `code` is the system's (`EROFS`).
 */
export type DataFolderClaim =
  | { readonly kind: 'owned' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'impossible'; readonly code: string; readonly detail: string };

/**
 * Makes this process the only owner of a data folder, with an exclusive lock on an empty SQLite file in it. It is a
 * lock of the system (`fcntl`, `LockFileEx`), so it ends with the process and leaves nothing to clean up. It writes
 * nothing, so a full disk does not matter. No other code in this process may open the file: POSIX drops a process's
 * locks when the process closes any descriptor of the file (sqlite.org/howtocorrupt.html, 2.2).
 */
export class DataFolderLock {
  readonly #folder: string;
  readonly #path: string;
  #database: DatabaseSync | null = null;
  /** An exit listener keeps this object alive, because garbage collection would drop the lock. */
  readonly #keep = (): boolean => this.isHeld;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, 'owner.lock');
  }

  get isHeld(): boolean {
    return this.#database !== null;
  }

  /** Blocks up to `patienceMs` for an owner that is exiting. */
  take(patienceMs = 0): DataFolderClaim {
    if (this.isHeld) return { kind: 'owned' };
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      refuseNonFile(this.#path);
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

  /** SQLite only says that it cannot open or write a file. The system says why. */
  #reason(error: unknown): { readonly code: string; readonly detail: string } {
    // Dropslip writes nothing into its lock file, so this is another program's file.
    if (storageFailureKind(error) === 'damaged') return { code: NO_FILE, detail: notOurs(this.#path) };
    const cause = storageFailureKind(error) === 'disk' ? (this.#refusal() ?? error) : error;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'UNKNOWN';
    return { code, detail: cause instanceof Error ? cause.message : String(cause) };
  }

  #refusal(): unknown {
    try {
      // Closing this descriptor drops no lock, because this process holds none at this point.
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
    // The journal is in memory, because a file would need cleaning up at the next start.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    // A read-only file causes no error before the first write. This write is never committed.
    database.exec('PRAGMA user_version = 1');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
