import { closeSync, existsSync, lstatSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs';
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

/** An owner that looks this often finds that its lock was deleted before anybody else may make a new one, in milliseconds. */
export const OWNER_LOOKS_EVERY_MS = 1_000;
const OWNER_HAS_MS = 3_000;
const LOOK_EVERY_MS = 50;
/** SQLite makes a file a moment before it locks it; a busy machine may do something else in between. */
const LOCKED_WITHIN_MS = 500;

/**
 * The one owner of a data folder: an exclusive lock on an empty SQLite file in it, for as long as the process lives. It is
 * the system's lock (`fcntl`, `LockFileEx`), so that it goes with the process, however that ends, and leaves nothing to
 * clear away. Nothing is ever written, so that a full disk does not matter and there is nothing to be damaged.
 * Nothing else in this process may open the file: POSIX drops a process's locks when it closes any descriptor of it
 * (sqlite.org/howtocorrupt.html, 2.2). It is empty, and empty files are refused before they are opened.
 * Whoever deletes empty files may delete it, and the system's lock goes with it unseen: so the owner looks again and again
 * whether it is still there (`stillOwns`), and makes it anew before another start does.
 */
export class DataFolderLock {
  readonly #folder: string;
  readonly #path: string;
  #database: DatabaseSync | null = null;
  /** Which file is locked: another one may come to have its name. */
  #file: string | null = null;
  #isLost = false;
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
      refuseWhatIsNoFile(this.#path);
      this.#leaveToOwner();
      this.#lock(patienceMs);
    } catch (error) {
      if (storageFailureKind(error) === 'locked') return { kind: 'taken' };
      return { kind: 'impossible', ...this.#reason(error) };
    }
    process.on('exit', this.#keep);
    return { kind: 'owned' };
  }

  /**
   * Whether the folder is still this process's. Once it is not, another process may work on it: then nothing may be sent
   * or written any more.
   */
  stillOwns(): boolean {
    if (this.#database === null || this.#isLost) return false;
    // There a file that is open cannot be deleted.
    if (process.platform === 'win32') return true;
    const there = fileAt(this.#path);
    this.#isLost = there === 'nothing' ? !this.#lockAnew(this.#database) : ![this.#file, 'unknown'].includes(there);
    return !this.#isLost;
  }

  release(): void {
    process.off('exit', this.#keep);
    this.#database?.close();
    this.#database = null;
    this.#file = null;
    this.#isLost = false;
  }

  /** Where there is data and no lock, its owner is given the time to see that. Nothing else runs meanwhile. */
  #leaveToOwner(): void {
    if (!existsSync(join(this.#folder, 'dropslip.db'))) return;
    const never = new Int32Array(new SharedArrayBuffer(4));
    for (let waited = 0; waited < OWNER_HAS_MS; waited += LOOK_EVERY_MS) {
      if (existsSync(this.#path)) {
        if (waited > 0) Atomics.wait(never, 0, 0, LOCKED_WITHIN_MS);
        return;
      }
      Atomics.wait(never, 0, 0, LOOK_EVERY_MS);
    }
  }

  #lock(patienceMs: number): void {
    this.#database = openExclusively(this.#path, patienceMs);
    this.#file = fileAt(this.#path);
  }

  #lockAnew(deleted: DatabaseSync): boolean {
    try {
      this.#lock(0);
    } catch (error) {
      // Another was faster; what nobody can make is nobody else's either.
      return storageFailureKind(error) !== 'locked';
    }
    deleted.close();
    return true;
  }

  /** SQLite only says that it cannot open or write a file; the system says why. */
  #reason(error: unknown): { readonly code: string; readonly detail: string } {
    // Nothing is ever written in it, so it is somebody's.
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

/** Which file has this name, as the system tells files apart. It is not opened for that. */
function fileAt(path: string): string {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? 'nothing' : `${found.dev}:${found.ino}`;
  } catch {
    // A network drive that is away has taken nothing from anybody.
    return 'unknown';
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
