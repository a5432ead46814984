import { existsSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { storageFailureKind } from './failure-kind.ts';
import { migrations } from './migrations.ts';

/** How long opening waits for another program that holds the file. */
const OPENING_WAIT_MS = 5_000;
/** How long a write may hold up the event loop for the same reason; the group commit then waits without holding it up. */
const WRITING_WAIT_MS = 100;

/** For every connection that writes: each of them may move the log into the database, what others committed included. */
export const flushToTheDrive = 'PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON';

/** Moving the log into the database holds up everything for a moment: rarer than at SQLite's own 1,000 pages of 4 KiB. */
const CHECKPOINT_PAGES = 4_000;

/** `setAside`: where the file that was there before lies now, when it was damaged; else null. */
export type OpenedDatabase = { readonly database: DatabaseSync; readonly setAside: string | null };

/**
 * Opens the app's database file and brings it to the current version.
 * WAL with `synchronous=FULL`: a commit that returned survives a power cut (sqlite.org/pragma.html#pragma_synchronous).
 * The group commit, which flushes by itself, may ask for less later on. On macOS a flush ends in the memory of the drive
 * unless the drive is asked too (`fullfsync`); elsewhere that is part of every flush.
 * Throws when the file is not a database, is damaged, or was written by a newer version.
 */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: OPENING_WAIT_MS, enableForeignKeyConstraints: true });
  try {
    database.exec(flushToTheDrive);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    migrate(database);
    database.exec(`PRAGMA busy_timeout = ${WRITING_WAIT_MS}; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Like `openDatabase`, but a file that is damaged is renamed (`dropslip.db.damaged-2026-05-03T12-00-00-000Z`, with the
 * files that belong to it) and a new one is begun. Nothing is deleted: what is left in it can still be recovered.
 */
export function openOrSetAside(path: string, now: () => number): OpenedDatabase {
  try {
    return { database: openSound(path), setAside: null };
  } catch (error) {
    if (storageFailureKind(error) !== 'damaged') throw error;
    const setAside = `${path}.damaged-${new Date(now()).toISOString().replace(/[:.]/g, '-')}`;
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${setAside}${suffix}`);
    }
    return { database: openDatabase(path), setAside };
  }
}

/** Looks through the pages too: damage that only shows up at the hundredth write would lose what came before it. */
function openSound(path: string): DatabaseSync {
  const database = openDatabase(path);
  try {
    const verdict = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (verdict === 'ok') return database;
    throw Object.assign(new Error(`The database is damaged: ${verdict}`), { errcode: 11 });
  } catch (error) {
    database.close();
    throw error;
  }
}

function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  if (version > migrations.length) {
    throw new Error(
      `This data was written by a newer Dropslip (version ${version} of its database). Please update the app.`,
    );
  }
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    database.exec('BEGIN IMMEDIATE');
    try {
      database.exec(migration);
      database.exec(`PRAGMA user_version = ${index + 1}`);
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }
}
