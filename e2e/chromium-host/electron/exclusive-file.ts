import { DatabaseSync } from 'node:sqlite';

/** SQLITE_BUSY */
const BUSY = 5;

/** What holds a file that is held: a connection that nothing refers to would be collected, and its lock let go. */
const held = new Set<DatabaseSync>();
process.on('exit', () => held.size);

/**
 * A file that one process at a time has, by the system's own lock on it (SQLite's, since Node has no other): it goes with
 * the process, however that ends. Nothing is ever written to it.
 */
export class ExclusiveFile {
  readonly #database: DatabaseSync;

  private constructor(database: DatabaseSync) {
    this.#database = database;
    held.add(database);
  }

  /** Null when another process has it. Throws where no such file can be made. */
  static take(path: string): ExclusiveFile | null {
    const database = new DatabaseSync(path);
    try {
      // The write, which is never committed, fails on a file that can only be read, and so locks nobody out.
      database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1');
      return new ExclusiveFile(database);
    } catch (error) {
      database.close();
      if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return null;
      throw error;
    }
  }

  release(): void {
    held.delete(this.#database);
    this.#database.close();
  }
}
