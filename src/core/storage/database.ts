import { accessSync, constants, existsSync, lstatSync, renameSync, rmSync, statSync } from 'node:fs';
import { renameDurably } from './rename-durably.ts';
import { storageFailureKind } from './retried-writes.ts';
import { migrations } from './schema.ts';
import { DatabaseSync } from './sqlite.ts';

/** The code of an error: a folder, a pipe, a device or a link to nowhere has the name of a file of Dropslip's. */
export const NO_FILE = 'ENOTFILE';

/**
 * Throws where something else than a file is in a file's place; nothing there is fine. To be asked before it is opened: a
 * pipe would be waited for, for ever, and of most others SQLite says only that it cannot open them.
 */
export function refuseWhatIsNoFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined || isFile(path)) return;
  throw Object.assign(new Error(notOurs(path)), { code: NO_FILE });
}

export const notOurs = (path: string): string => `This is not a regular file: ${path}`;

/** A link may lead to the file; one that leads nowhere or to itself is none. */
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
/** How long opening waits for another program that holds the file. */
const OPENING_WAIT_MS = 5_000;
/** How long a write may hold up the event loop for the same reason; the group commit then waits without holding it up. */
const WRITING_WAIT_MS = 100;

/** For every connection that writes: each of them may move the log into the database, what others committed included. */
export const flushToTheDrive = 'PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON';

/** Moving the log into the database holds up everything for a moment: rarer than at SQLite's own 1,000 pages of 4 KiB. */
const CHECKPOINT_PAGES = 4_000;

/** The database, checked; or why it is damaged. What SQLite or the system refuse for another reason is thrown. */
export type OpenedDatabase =
  | { readonly kind: 'sound'; readonly database: DatabaseSync }
  | { readonly kind: 'damaged'; readonly why: string };

/**
 * Opens the app's database file and brings it to the current version; where there is none, it is made.
 * WAL with `synchronous=FULL`: a commit that returned survives a power cut (sqlite.org/pragma.html#pragma_synchronous).
 * The group commit, which flushes by itself, may ask for less later on. On macOS a flush ends in the memory of the drive
 * unless the drive is asked too (`fullfsync`); elsewhere that is part of every flush.
 * Throws when the file is not a database of Dropslip, is damaged, or was written by a newer version.
 */
export function openDatabase(path: string): DatabaseSync {
  for (const suffix of databaseFiles) refuseWhatIsNoFile(`${path}${suffix}`);
  if (!existsSync(path)) makeDatabase(path);
  // One that can only be read would be opened all the same, and take nothing that is to be kept.
  accessSync(path, constants.R_OK | constants.W_OK);
  // Looked at before SQLite does, which takes an empty file for a new database and deletes the log beside it.
  if (statSync(path).size === 0) throw damaged('The data file is empty.');
  return openFile(path, 'made before');
}

/** Like `openDatabase`, but looks through the pages too, and tells of damage instead of throwing it. */
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

/** The file itself, and what SQLite keeps beside it. */
export const databaseFiles = ['', '-wal', '-shm', '-journal'] as const;

/**
 * Renames a damaged database (`dropslip.db.damaged-2026-05-03T12-00-00-000Z`) with the files that belong to it. Nothing is
 * deleted: what is left in it can still be recovered. Answers with the new name.
 */
export function setAside(path: string, now: number, suffixes: readonly string[] = databaseFiles): string {
  const aside = `${path}.damaged-${new Date(now).toISOString().replace(/[:.]/g, '-')}`;
  // The database first: without its log it may look sound to the next start, and be older than what was written.
  for (const suffix of suffixes) {
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${aside}${suffix}`);
  }
  return aside;
}

function damaged(why: string): Error {
  return Object.assign(new Error(why), { errcode: SQLITE_CORRUPT });
}

/** Made under another name: a file of the right name is a whole database from its first moment, also after a power cut. */
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

/** A database without one of these is another program's, or an empty one in place of Dropslip's. */
const ownTables = ['accounts', 'attempts', 'submissions', 'records', 'settings'];

/** True if the database is one of this version's, or of an earlier version. */
export function hasOwnTables(database: DatabaseSync): boolean {
  const version = versionOf(database);
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  const names = new Set(tables.map(({ name }) => name));
  return version >= 1 && version <= migrations.length && ownTables.every((name) => names.has(name));
}

/** Damage that only shows up at the hundredth write would lose what came before it. */
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

/** All or none: the disk is waited for once, where a new database would wait for it at each. */
function migrate(database: DatabaseSync, version: number): void {
  if (version >= migrations.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const migration of migrations.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec('COMMIT');
  } catch (error) {
    // A full disk has undone it already; the error of a second time would hide why.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** All tables whose rows belong to an account, which are all that have its id, and go with it. */
export function tablesOfAccounts(database: DatabaseSync): readonly string[] {
  const rows = database
    .prepare(
      `SELECT tables.name FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' AND columns.name = 'account_id' ORDER BY tables.name`,
    )
    .all();
  return rows.map(({ name }) => String(name));
}
