import { copyFileSync, existsSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { databaseFiles, openDatabase, setAside } from './database.ts';
import { copyPathOf, type DatabaseCopy } from './database-copy.ts';
import { renameDurably } from './rename-durably.ts';

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
  for (const suffix of databaseFiles) rmSync(`${restored}${suffix}`, { force: true });
  copyFileSync(copy.path, restored);
  const database = openDatabase(restored);
  try {
    distrust(database);
  } finally {
    // Takes the log into the file.
    database.close();
  }
  const aside = setAside(path, now);
  renameDurably(restored, path);
  return { database: openDatabase(path), setAside: aside };
}

/** Begins a new database in the place of a damaged one. The copy is kept with that: it is none of the new one. */
export function beginAnew(path: string, now: number): ReplacedDatabase {
  const copySuffix = copyPathOf(path).slice(path.length);
  const aside = setAside(path, now, [...databaseFiles, copySuffix]);
  return { database: openDatabase(path), setAside: aside };
}

/** There is a copy of a database, and no database: somebody took it away. */
export function isGone(path: string): boolean {
  return !existsSync(path) && existsSync(copyPathOf(path));
}
