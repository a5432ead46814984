import { lstatSync, rmSync, type Stats, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { databaseFiles, hasOwnTables } from './database.ts';
import { renameDurably } from './rename-durably.ts';
import { Settings } from './settings.ts';
import { backup, DatabaseSync } from './sqlite.ts';

/** The last good copy of a database: one file, whole in itself. */
export type DatabaseCopy = {
  readonly path: string;
  /** When it was taken, epoch milliseconds. */
  readonly takenAt: number;
};

export type CopyEnd = { readonly kind: 'taken' } | { readonly kind: 'no-room' };

/** Pages at a time. In between, whoever waits for the disk has a turn. */
const PAGES_AT_ONCE = 64;
const REST_MS = 2;
/** What a copy must leave free on the disk, in bytes: sending needs it more. */
const LEFT_FREE = 256 * 1024 * 1024;

export const copyPathOf = (databasePath: string): string => `${databasePath}.copy`;
const unfinishedPathOf = (databasePath: string): string => `${copyPathOf(databasePath)}.new`;

/** The file that lies there itself; null where there is none, but perhaps a link, a folder or a pipe. Never throws. */
export function fileAt(path: string): Stats | null {
  try {
    const stats = lstatSync(path);
    return stats.isFile() ? stats : null;
  } catch {
    return null;
  }
}

/**
 * Takes a copy of a database that is at work, by SQLite's own backup (sqlite.org/backup.html), and puts it in the place of
 * the one before only once it is whole, checked and on the disk. Rejects what SQLite or the system refuse, and a copy that
 * turns out to be damaged: the one before stays. For a thread of its own: it checks every page.
 */
export async function takeCopy(databasePath: string, now: number): Promise<CopyEnd> {
  // A copy that was cut off takes the room of this one.
  clearUnfinishedCopy(databasePath);
  try {
    return await copyOf(databasePath, now);
  } finally {
    clearUnfinishedCopy(databasePath);
  }
}

/** Removes the rest of a copy that was cut off. */
export function clearUnfinishedCopy(databasePath: string): void {
  clearAway(unfinishedPathOf(databasePath));
}

async function copyOf(databasePath: string, now: number): Promise<CopyEnd> {
  const path = copyPathOf(databasePath);
  const unfinished = unfinishedPathOf(databasePath);
  const source = new DatabaseSync(databasePath, { readOnly: true });
  try {
    // The first read of a transaction fixes its view of the database, so that writes meanwhile do not restart the copy.
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

/** The copy of a database, checked; null where there is none that could take its place. Changes nothing. */
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

/** Holds this thread alone, which has nothing else to do. */
function rest(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REST_MS);
}

/** The setting that only a copy has. */
export const TAKEN_AT = 'copy-taken-at';

/** When a database was taken as a copy, epoch milliseconds; null for one that is none. */
export function takenAtOf(database: DatabaseSync): number | null {
  const takenAt = Date.parse(new Settings(database).text(TAKEN_AT) ?? '');
  return Number.isNaN(takenAt) ? null : takenAt;
}

function finish(path: string, now: number): void {
  const copy = new DatabaseSync(path);
  try {
    // Whole in one file, with no log beside it.
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

/** Removes an unfinished database, so that another can be made under its name. */
export function clearAway(path: string): void {
  for (const suffix of databaseFiles) rmSync(`${path}${suffix}`, { force: true });
}
