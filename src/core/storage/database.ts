import { accessSync, constants, existsSync, lstatSync, renameSync, rmSync, statSync } from 'node:fs';
import { renameDurably } from './rename-durably.ts';
import { storageFailureKind } from './retried-writes.ts';
import { migrations } from './schema.ts';
import { DatabaseSync } from './sqlite.ts';

/** Error code: a folder, a pipe, a device or a broken link has the name of one of Dropslip's files. */
export const NO_FILE = 'ENOTFILE';

/**
 * Throws if the path exists but is not a file. Call before opening it: opening a pipe would wait forever, and for most
 * others SQLite only says that it cannot open them.
 */
export function refuseNonFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined || isFile(path)) return;
  throw Object.assign(new Error(notOurs(path)), { code: NO_FILE });
}

export const notOurs = (path: string): string => `This is not a regular file: ${path}`;

/** A link to a file counts as a file. A broken or circular link does not. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ELOOP', 'ENOENT', 'ENOTDIR'].includes(String(error.code))) {
      return false;
    }
    throw error;
  }
}

/** sqlite.org/rescode.html */
const SQLITE_CORRUPT = 11;
/** The longest time that opening waits for another program that locks the file. */
const OPENING_WAIT_MS = 5_000;
/** The longest time that a write blocks the event loop for a lock. The group commit then waits without blocking. */
const WRITING_WAIT_MS = 100;

/** For every connection that writes: each may move the log into the database, including the commits of others. */
export const flushToTheDrive = 'PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON';

/**
 * Moving the log into the database blocks everything for a moment, so it happens less often than at SQLite's default of
 * 1,000 pages (4 KiB each).
 */
const CHECKPOINT_PAGES = 4_000;

/** The checked database, or the reason why it is damaged. Other errors of SQLite or the system are thrown. */
export type OpenedDatabase =
  | { readonly kind: 'sound'; readonly database: DatabaseSync }
  | { readonly kind: 'damaged'; readonly why: string };

/**
 * Opens the app's database file and migrates it to the current version. Creates it if there is none. With WAL and
 * `synchronous=FULL`, a finished commit survives a power cut (sqlite.org/pragma.html#pragma_synchronous). The group
 * commit, which flushes itself, may lower this later. On macOS a flush reaches only the drive's memory unless
 * `fullfsync` is on; other systems always flush the drive. Throws if the file is not a database of Dropslip, is
 * damaged, or was written by a newer version.
 */
export function openDatabase(path: string): DatabaseSync {
  for (const suffix of databaseFiles) refuseNonFile(`${path}${suffix}`);
  if (!existsSync(path)) makeDatabase(path);
  // SQLite would open a read-only file without an error and then refuse every write.
  accessSync(path, constants.R_OK | constants.W_OK);
  // Checked before SQLite opens it, because SQLite treats an empty file as a new database and deletes the log beside
  // it.
  if (statSync(path).size === 0) throw damaged('The data file is empty.');
  return openFile(path, 'made before');
}

/** Like `openDatabase`, but also checks the pages, and returns damage instead of throwing it. */
export function openOrTellDamage(path: string): OpenedDatabase {
  try {
    return { kind: 'sound', database: openSound(path) };
  } catch (error) {
    if (storageFailureKind(error) === 'damaged') {
      return { kind: 'damaged', why: error instanceof Error ? error.message : String(error) };
    }
    throw error;
  }
}

/** Suffixes of the database file and of the files that SQLite keeps beside it. */
export const databaseFiles = ['', '-wal', '-shm', '-journal'] as const;

/**
 * Renames a damaged database (`dropslip.db.damaged-2026-05-03T12-00-00-000Z`) and the files that belong to it. Deletes
 * nothing, because its data may be recoverable. Returns the new name.
 */
export function setAside(path: string, now: number, suffixes: readonly string[] = databaseFiles): string {
  const aside = `${path}.damaged-${new Date(now).toISOString().replace(/[:.]/g, '-')}`;
  // The database is renamed first: without its log it could seem sound at the next start, and be out of date.
  for (const suffix of suffixes) {
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${aside}${suffix}`);
  }
  return aside;
}

function damaged(why: string): Error {
  return Object.assign(new Error(why), { errcode: SQLITE_CORRUPT });
}

/**
 * Created under another name, so that a file with the right name is always a complete database, even after a power cut.
 */
function makeDatabase(path: string): void {
  if (existsSync(`${path}-wal`)) throw damaged('The data file is gone, and only its log is left.');
  const unfinished = `${path}.new`;
  for (const suffix of databaseFiles) rmSync(`${unfinished}${suffix}`, { force: true });
  openFile(unfinished, 'to be made').close();
  renameDurably(unfinished, path);
}

function openFile(path: string, state: 'made before' | 'to be made'): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: OPENING_WAIT_MS, enableForeignKeyConstraints: true });
  try {
    const version = versionOf(database);
    if (state === 'made before') {
      refuseNewer(version);
      if (!hasOwnTables(database)) throw damaged('The data file is a database without Dropslip’s data.');
    }
    database.exec(flushToTheDrive);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    migrate(database, version);
    database.exec(`PRAGMA busy_timeout = ${WRITING_WAIT_MS}; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

/** An older app never opens newer data. */
function refuseNewer(version: number): void {
  if (version <= migrations.length) return;
  throw new Error(
    `This data was written by a newer Dropslip (version ${version} of its database). Please update the app.`,
  );
}

/** A database that lacks one of these belongs to another program, or is an empty one in place of Dropslip's. */
const ownTables = ['accounts', 'attempts', 'submissions', 'records', 'settings'];

/** True if the database has Dropslip's tables in this or an earlier version. */
export function hasOwnTables(database: DatabaseSync): boolean {
  const version = versionOf(database);
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  const names = new Set(tables.map(({ name }) => name));
  return version >= 1 && version <= migrations.length && ownTables.every((name) => names.has(name));
}

/** Checks the pages now, because damage that is found only later could cost the writes until then. */
function openSound(path: string): DatabaseSync {
  const database = openDatabase(path);
  try {
    const verdict = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (verdict === 'ok') return database;
    throw damaged(`The data file has damaged pages. ${verdict}`);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** All migrations run in one transaction, so that a new database waits for the disk only once. */
function migrate(database: DatabaseSync, version: number): void {
  if (version >= migrations.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const migration of migrations.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec('COMMIT');
  } catch (error) {
    // A full disk has already rolled it back. The error of a second rollback would hide the cause.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** All tables with an account's id. Their rows are removed with the account. */
export function tablesOfAccounts(database: DatabaseSync): readonly string[] {
  const rows = database
    .prepare(
      `SELECT tables.name FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' AND columns.name = 'account_id' ORDER BY tables.name`,
    )
    .all();
  return rows.map(({ name }) => String(name));
}
