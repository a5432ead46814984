import { copyFileSync, existsSync, lstatSync } from 'node:fs';
import { databaseFiles, openDatabase, setAside } from './database.ts';
import { clearAway, copyPathOf, type DatabaseCopy } from './database-copy.ts';
import { renameDurably } from './rename-durably.ts';
import { type Distrust, goOnFrom, markSuffix, readMark } from './restored-data.ts';
import type { DatabaseSync } from './sqlite.ts';

/** True if there is a copy or a mark of a database, but no database. A link to an absent drive counts as a database. */
export function isGone(path: string): boolean {
  return (
    lstatSync(path, { throwIfNoEntry: false }) === undefined &&
    (existsSync(copyPathOf(path)) || readMark(path) !== null)
  );
}

/** A database that replaced a damaged one. `setAside`: the new name of the damaged one. */
export type ReplacedDatabase = { readonly database: DatabaseSync; readonly setAside: string };

/**
 * Replaces a damaged database with a copy and keeps the damaged one beside it. The copy's unfinished submissions are
 * distrusted before it gets the database's name.
 */
export function openCopy(path: string, copy: DatabaseCopy, now: number, distrust: Distrust): ReplacedDatabase {
  const restored = `${path}.restored`;
  clearAway(restored);
  copyFileSync(copy.path, restored);
  const database = openDatabase(restored);
  try {
    goOnFrom(path, database, now, distrust);
  } finally {
    // Moves the log into the file.
    database.close();
  }
  const aside = setAside(path, now);
  renameDurably(restored, path);
  return { database: openDatabase(path), setAside: aside };
}

/**
 * Starts a new database in place of a damaged one. The copy and the mark are set aside too, because they belong to the
 * damaged one.
 */
export function beginAnew(path: string, now: number): ReplacedDatabase {
  const copySuffix = copyPathOf(path).slice(path.length);
  const aside = setAside(path, now, [...databaseFiles, copySuffix, markSuffix]);
  return { database: openDatabase(path), setAside: aside };
}
