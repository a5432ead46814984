import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type OpenedDatabase, openOrTellDamage, setAside } from './database.ts';
import { copyPathOf, fileAt, TAKEN_AT, takenAtOf } from './database-copy.ts';
import { inTransaction } from './group-commit.ts';
import { lastStep, markSuffix, readMark } from './sequence-mark.ts';

/** `put-back`: sound, and older than what this folder has seen. Its queue was distrusted before anybody could go on from it. */
export type TrustedDatabase =
  | OpenedDatabase
  | { readonly kind: 'put-back'; readonly database: DatabaseSync; readonly why: string };

/** `takenAt` and `restoredAt`: UTC instants. Within a transaction. */
export type Distrust = (database: DatabaseSync, takenAt: string, restoredAt: string) => void;

/**
 * Opens the app's database, and tells one that somebody has put in the place of the latest: a copy that Dropslip took, by
 * hand, an older one from a backup, or one whose log is lost. What waits in it may have been sent since.
 */
export function openTrusted(path: string, now: number, distrust: Distrust): TrustedDatabase {
  const log = setStrangeLogAside(path, now);
  const opened = openOrTellDamage(path);
  if (opened.kind !== 'sound') return opened;
  const { database } = opened;
  try {
    const older = whyOlder(path, database);
    if (older === null) return opened;
    const takenAt = takenAtOf(database) ?? latestInstant(database) ?? now;
    const from = new Date(Math.min(takenAt, now)).toISOString();
    goOnFrom(path, database, () => distrust(database, from, new Date(now).toISOString()));
    return { kind: 'put-back', database, why: log === null ? older : `${older} Its log was another's: ${log}` };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * From here on a database that is distrusted is the latest: it is no copy, and further than what was seen. All at once: what
 * is cut off is done whole by the next start, which tells the database by the same signs.
 */
export function goOnFrom(path: string, database: DatabaseSync, distrust: () => void): void {
  const seen = latestSeen(path);
  inTransaction(database, () => {
    distrust();
    database.prepare('DELETE FROM settings WHERE name = ?').run(TAKEN_AT);
    database.prepare('UPDATE attempt_sequence SET last = max(last, ?) + 1').run(seen);
  });
  // It is of another file, whose log is not to be told from this one's by it. Not before: it is one of the signs.
  if (readMark(path) !== null) rmSync(`${path}${markSuffix}`);
}

function whyOlder(path: string, database: DatabaseSync): string | null {
  const takenAt = takenAtOf(database);
  if (takenAt !== null) return `It is a copy of ${new Date(takenAt).toISOString()}.`;
  const [last, seen] = [lastStep(database), latestSeen(path)];
  return last < seen ? `It ends at step ${last}, and the latest was at ${seen}.` : null;
}

/** How far the latest database was, as is known without it. */
function latestSeen(path: string): number {
  return Math.max(readMark(path)?.last ?? 0, stepOfCopy(path));
}

function stepOfCopy(path: string): number {
  const copy = copyPathOf(path);
  return fileAt(copy) === null ? 0 : (stepIn(copy) ?? 0);
}

/**
 * A log says nothing of the file that it belongs to, and SQLite would move the pages of one into any other: half of what
 * was put back would be what was there before. So it is kept beside instead. Answers with its new name.
 */
function setStrangeLogAside(path: string, now: number): string | null {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0 || fileAt(path) === null) return null;
  const step = stepIn(withoutItsLog(path));
  if (step === null) return null;
  const isStrange = !isLogged(path) || step < (readMark(path)?.atStart ?? 0);
  return isStrange ? `${setAside(path, now, ['-wal', '-shm'])}-wal` : null;
}

/** As if nothing else could change it (sqlite.org/uri.html, `immutable`): then its log is not looked for. */
function withoutItsLog(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}

/** Null where it cannot be read: that is for others to tell. Before there was a count of steps there were none. */
function stepIn(path: string | URL): number | null {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      const counts = database.prepare(`SELECT name FROM sqlite_schema WHERE name = 'attempt_sequence'`).get();
      return counts === undefined ? 0 : lastStep(database);
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

/** What a copy says of itself, in a file that no connection has opened: it is whole without a log. */
function isLogged(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    // sqlite.org/fileformat.html: the versions that writing and reading it take, 2 for a log.
    const versions = Buffer.alloc(2);
    readSync(file, versions, 0, 2, 18);
    return versions.includes(2);
  } finally {
    closeSync(file);
  }
}

/** The latest that is written in it, by this computer's clock at the time. */
function latestInstant(database: DatabaseSync): number | null {
  const row = database
    .prepare(
      `SELECT max(at) AS latest FROM (SELECT max(added_at) AS at FROM items UNION ALL
         SELECT max(started_at) FROM attempts UNION ALL SELECT max(ended_at) FROM attempts)`,
    )
    .get();
  const latest = Date.parse(String(row?.latest));
  return Number.isNaN(latest) ? null : latest;
}
