import { copyFileSync, existsSync, lstatSync } from 'node:fs';
import { clearAway, copyPathOf, type DatabaseCopy } from '../copies/database-copy.ts';
import { renameDurably } from '../rename-durably.ts';
import type { DatabaseSync } from '../sqlite.ts';
import { databaseFiles, openDatabase, setAside } from './database.ts';
import { markSuffix, readMark } from './sequence-mark.ts';
import { goOnFrom } from './trusted-database.ts';

/** A database that is gone while its copy is there. A link to a drive that is away is there too, and no copy takes its place. */
export function isTakenAway(path: string): boolean {
  return isGone(path) && lstatSync(path, { throwIfNoEntry: false }) === undefined;
}

/** A database that was opened in place of a damaged one, and the name under which that lies now. */
export type ReplacedDatabase = { readonly database: DatabaseSync; readonly setAside: string };

/**
 * Puts a copy in the place of a damaged database, which is kept beside it. `distrust` marks what may have happened since
 * the copy was taken; that is on the disk before anybody can take the copy for the present.
 */
export function openCopy(
  path: string,
  copy: DatabaseCopy,
  now: number,
  distrust: (database: DatabaseSync) => void,
): ReplacedDatabase {
  const restored = `${path}.restored`;
  clearAway(restored, now);
  copyFileSync(copy.path, restored);
  const database = openDatabase(restored);
  try {
    goOnFrom(path, database, () => distrust(database));
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

/** There is a copy of a database or a mark of how far one was, and no database: somebody took it away. */
export function isGone(path: string): boolean {
  return !existsSync(path) && (existsSync(copyPathOf(path)) || readMark(path) !== null);
}
