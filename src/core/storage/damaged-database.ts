import { copyFileSync, existsSync, lstatSync } from 'node:fs';
import { databaseFiles, openDatabase, setAside } from './database.ts';
import { clearAway, copyPathOf, type DatabaseCopy } from './database-copy.ts';
import { renameDurably } from './rename-durably.ts';
import { type Distrust, goOnFrom, markSuffix, readMark } from './restored-data.ts';
import type { DatabaseSync } from './sqlite.ts';

/** True if there is a copy of a database, or a mark, and no database. A link to a drive that is away is there. */
export function isGone(path: string): boolean {
  return (
    lstatSync(path, { throwIfNoEntry: false }) === undefined &&
    (existsSync(copyPathOf(path)) || readMark(path) !== null)
  );
}

/** A database that was opened in place of a damaged one, and the name under which that lies now. */
export type ReplacedDatabase = { readonly database: DatabaseSync; readonly setAside: string };

/**
 * Puts a copy in the place of a damaged database, which is kept beside it. Everything unfinished in it is distrusted before it
 * gets the database's name.
 */
export function openCopy(path: string, copy: DatabaseCopy, now: number, distrust: Distrust): ReplacedDatabase {
  const restored = `${path}.restored`;
  clearAway(restored);
  copyFileSync(copy.path, restored);
  const database = openDatabase(restored);
  try {
    goOnFrom(path, database, now, distrust);
  } finally {
    // Takes the log into the file.
    database.close();
  }
  const aside = setAside(path, now);
  renameDurably(restored, path);
  return { database: openDatabase(path), setAside: aside };
}

/** Begins a new database in the place of a damaged one. The copy and the mark are kept with that: they are none of the new one's. */
export function beginAnew(path: string, now: number): ReplacedDatabase {
  const copySuffix = copyPathOf(path).slice(path.length);
  const aside = setAside(path, now, [...databaseFiles, copySuffix, markSuffix]);
  return { database: openDatabase(path), setAside: aside };
}
