import { lstatSync, rmSync, type Stats, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { databaseFiles, hasOwnTables } from './database.ts';
import { renameDurably } from './rename-durably.ts';
import { Settings } from './settings.ts';
import { backup, DatabaseSync } from './sqlite.ts';

/** The last good copy of a database: a single file that is complete without a log. */
export type DatabaseCopy = {
  readonly path: string;
  /** Epoch milliseconds. */
  readonly takenAt: number;
};

export type CopyEnd = { readonly kind: 'taken' } | { readonly kind: 'no-room' };

/** The number of pages copied in one step. Other users of the disk have a turn between steps. */
const PAGES_AT_ONCE = 64;
const REST_MS = 2;
/** The bytes that a copy must leave free on the disk, because sending needs them more. */
const LEFT_FREE = 256 * 1024 * 1024;

export const copyPathOf = (databasePath: string): string => `${databasePath}.copy`;
const unfinishedPathOf = (databasePath: string): string => `${copyPathOf(databasePath)}.new`;

/** The file at a path; null if there is none, or a link, a folder or a pipe. Never throws. */
export function fileAt(path: string): Stats | null {
  try {
    const stats = lstatSync(path);
    return stats.isFile() ? stats : null;
  } catch {
    return null;
  }
}

/**
 * Copies a database that is in use, with SQLite's backup (sqlite.org/backup.html). The new copy replaces the old one
 * only once it is complete, checked and on the disk. Rejects on an error or if the new copy is damaged; the old copy
 * stays. Run it in a separate thread: it checks every page.
 */
export async function takeCopy(databasePath: string, now: number): Promise<CopyEnd> {
  // An unfinished copy occupies the space that this one needs.
  clearUnfinishedCopy(databasePath);
  try {
    return await copyOf(databasePath, now);
  } finally {
    clearUnfinishedCopy(databasePath);
  }
}

/** Removes an unfinished copy. */
export function clearUnfinishedCopy(databasePath: string): void {
  clearAway(unfinishedPathOf(databasePath));
}

async function copyOf(databasePath: string, now: number): Promise<CopyEnd> {
  const path = copyPathOf(databasePath);
  const unfinished = unfinishedPathOf(databasePath);
  const source = new DatabaseSync(databasePath, { readOnly: true });
  try {
    // The first read of a transaction fixes its snapshot, so that other writes do not restart the copy.
    source.exec('BEGIN');
    source.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get();
    if (!hasRoom(databasePath)) return { kind: 'no-room' };
    await backup(source, unfinished, { rate: PAGES_AT_ONCE, progress: rest });
  } finally {
    source.close();
  }
  finish(unfinished, now);
  renameDurably(unfinished, path);
  return { kind: 'taken' };
}

/** The copy of a database, after a check; null if there is none that can replace the database. Changes nothing. */
export function soundCopy(databasePath: string): DatabaseCopy | null {
  const path = copyPathOf(databasePath);
  if (fileAt(path) === null) return null;
  try {
    const copy = new DatabaseSync(path, { readOnly: true });
    try {
      if (!hasOwnTables(copy)) return null;
      if (copy.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok') return null;
      const takenAt = takenAtOf(copy);
      return takenAt === null ? null : { path, takenAt };
    } finally {
      copy.close();
    }
  } catch {
    return null;
  }
}

/** Blocks only this thread, which has nothing else to do. */
function rest(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REST_MS);
}

/** A setting that only copies have. */
export const TAKEN_AT = 'copy-taken-at';

/** The time at which a copy was taken (epoch milliseconds); null if the database is not a copy. */
export function takenAtOf(database: DatabaseSync): number | null {
  const takenAt = Date.parse(new Settings(database).text(TAKEN_AT) ?? '');
  return Number.isNaN(takenAt) ? null : takenAt;
}

function finish(path: string, now: number): void {
  const copy = new DatabaseSync(path);
  try {
    // Puts everything into one file, without a log.
    copy.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL');
    new Settings(copy).put(TAKEN_AT, new Date(now).toISOString());
    const verdict = copy.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (verdict !== 'ok') throw new Error(`The copy is damaged, so the database may be too: ${verdict}`);
  } finally {
    copy.close();
  }
}

function hasRoom(databasePath: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(databasePath));
  const size = databaseFiles
    .map((suffix) => statSync(`${databasePath}${suffix}`, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, bytes) => sum + bytes, 0);
  return bavail * bsize > size + LEFT_FREE;
}

/** Removes an unfinished database, so that another can be created under its name. */
export function clearAway(path: string): void {
  for (const suffix of databaseFiles) rmSync(`${path}${suffix}`, { force: true });
}
