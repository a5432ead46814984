import { closeSync, lstatSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { NO_FILE, notOurs, refuseWhatIsNoFile } from './database.ts';
import { storageFailureKind } from './retried-writes.ts';
import { DatabaseSync } from './sqlite.ts';

/**
 * Makes a folder in which the app writes and removes what it likes. Throws where something else has its name: through a
 * link the app would be at work in a folder of the person's.
 */
export function makeOwnFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  refuseAnothersFolder(path);
}

/** Throws where there is no folder, or only a link to one. */
export function refuseAnothersFolder(path: string): void {
  if (!lstatSync(path).isDirectory()) throw new Error(`A link is in the place of a folder: ${path}`);
}

/**
 * Where the file itself lies. SQLite keeps the log of a file that is reached by a link beside the file, not beside the
 * link, and so must whatever tells the one log from another. A link to a drive that is away stays as it is.
 */
export function dataFilePath(path: string): string {
  try {
    return lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
  } catch {
    return path;
  }
}

/** Whose the data folder is. `impossible`: nobody's, since nothing can be written there; `code` is the system's (`EROFS`). */
export type DataFolderClaim =
  | { readonly kind: 'owned' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'impossible'; readonly code: string; readonly detail: string };

/**
 * The one owner of a data folder: an exclusive lock on an empty SQLite file in it, for as long as the process lives. It is the
 * system's lock (`fcntl`, `LockFileEx`), so it ends with the process and leaves nothing to clear away. Nothing is ever written, so
 * a full disk does not matter. Nothing else in this process may open the file: POSIX drops a process's locks when it closes any
 * descriptor of it (sqlite.org/howtocorrupt.html, 2.2).
 */
export class DataFolderLock {
  readonly #folder: string;
  readonly #path: string;
  #database: DatabaseSync | null = null;
  /** The process refers to this, so that the connection is not collected and its lock dropped. */
  readonly #keep = (): boolean => this.isHeld;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, 'owner.lock');
  }

  get isHeld(): boolean {
    return this.#database !== null;
  }

  /** Blocks up to `patienceMs` for an owner that is just ending. */
  take(patienceMs = 0): DataFolderClaim {
    if (this.isHeld) return { kind: 'owned' };
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      refuseWhatIsNoFile(this.#path);
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
    // Dropslip writes nothing into it, so it is another file.
    if (storageFailureKind(error) === 'damaged') return { code: NO_FILE, detail: notOurs(this.#path) };
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
