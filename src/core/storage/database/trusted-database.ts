import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { copyPathOf, fileAt, soundCopy, TAKEN_AT, takenAtOf } from '../copies/database-copy.ts';
import { advanceSequenceBeyond, lastSequence } from '../sequence.ts';
import { Settings } from '../settings.ts';
import { DatabaseSync } from '../sqlite.ts';
import { inTransaction } from '../writes/group-commit.ts';
import { type OpenedDatabase, openOrTellDamage, refuseNewer, setAside } from './database.ts';
import { identityOf, startOf } from './database-identity.ts';
import { goesOnFrom, type Mark, markSuffix, readMark, reopenMark, saltOfLog } from './sequence-mark.ts';

/** What a data file says of itself, whatever lies in its log. `identity` and `start`: null where it tells of none. */
type FileWithoutLog = {
  readonly sequence: number;
  readonly identity: string | null;
  /** The last one that advanced the sequence in it. */
  readonly start: string | null;
};

/** Null where it cannot be read: that is for others to tell. Also of one into which only a part of its log was moved. */
function readWithoutLog(path: string): FileWithoutLog | null {
  return fileAt(path) === null ? null : readFrom(withoutItsLog(path));
}

/** How far a copy is, which is whole without a log. */
function sequenceOfCopyAt(path: string): number {
  return fileAt(path) === null ? 0 : (readFrom(path)?.sequence ?? 0);
}

/** As if nothing else could change it (sqlite.org/uri.html, `immutable`): then its log is not looked for. */
function withoutItsLog(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}

function readFrom(path: string | URL): FileWithoutLog | null {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      return { sequence: lastSequence(database), identity: identityOf(database), start: startOf(database) };
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

/** `put-back`: sound, and older than what this folder has seen, or another. Its queue was distrusted before anybody could go on from it. */
export type TrustedDatabase =
  | OpenedDatabase
  | { readonly kind: 'put-back'; readonly database: DatabaseSync; readonly why: string };

/** What those know of a database that was put back whose data is in it. */
export type PutBack = {
  /** The latest that is written in it, by this computer's clock at the time (epoch milliseconds); null where nothing is. */
  readonly latestInstant: (database: DatabaseSync) => number | null;
  /** `takenAt` and `restoredAt`: UTC instants. Within a transaction. */
  readonly distrust: (database: DatabaseSync, takenAt: string, restoredAt: string) => void;
};

/**
 * Opens the app's database, and tells one that somebody has put in the place of the latest: a copy that Dropslip took, by
 * hand, an older one from a backup, another computer's, or one whose log is lost. What waits in it may have been sent since.
 */
export function openTrusted(path: string, now: number, putBack: PutBack): TrustedDatabase {
  const itself = readWithoutLog(path);
  const isAnother = itself !== null && isOfAnother(itself, readMark(path));
  const isLogStrange = itself !== null && hasStrangeLog(path, itself);
  // Before anything is changed: what is left to a newer Dropslip is left as it is.
  refuseNewer(versionAt(path, isLogStrange));
  const log = isLogStrange ? `${setAside(path, now, ['-wal', '-shm'])}-wal` : null;
  reopenMark(path);
  const opened = openOrTellDamage(path);
  if (opened.kind !== 'sound') return opened;
  const { database } = opened;
  try {
    const older = whyOlder(path, database, isAnother);
    if (older === null) return opened;
    if (!isAnother && sequenceOfCopyAt(copyPathOf(path)) > lastSequence(database) && soundCopy(path) !== null) {
      database.close();
      return { kind: 'damaged', why: olderThanItsCopy };
    }
    const takenAt = takenAtOf(database) ?? putBack.latestInstant(database) ?? now;
    const from = new Date(Math.min(takenAt, now)).toISOString();
    goOnFrom(path, database, () => putBack.distrust(database, from, new Date(now).toISOString()));
    return { kind: 'put-back', database, why: log === null ? older : `${older} Its log was another's: ${log}` };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** To go on from it would be to give up what only the copy has, which the next one would take the place of. */
const olderThanItsCopy = 'It is older than the copy beside it. An older file replaced it, or its newest part was lost.';

/**
 * From here on a database that is distrusted is the latest: it is no copy, and further than what was seen. All at once: what
 * is cut off is done whole by the next start, which tells the database by the same signs.
 */
export function goOnFrom(path: string, database: DatabaseSync, distrust: () => void): void {
  const seen = latestSeen(path);
  inTransaction(database, () => {
    distrust();
    new Settings(database).delete(TAKEN_AT);
    advanceSequenceBeyond(database, seen);
  });
  // It is of another file, whose log is not to be told from this one's by it. Not before: it is one of the signs.
  if (readMark(path) !== null) rmSync(`${path}${markSuffix}`);
}

function whyOlder(path: string, database: DatabaseSync, isAnother: boolean): string | null {
  const takenAt = takenAtOf(database);
  if (takenAt !== null) return `It is a copy of ${new Date(takenAt).toISOString()}.`;
  if (isAnother) return 'It is not the database that was here before.';
  const [last, seen] = [lastSequence(database), latestSeen(path)];
  return last < seen ? `It ends at step ${last}, and the latest was at ${seen}.` : null;
}

/** How far the latest database was, as is known without it. */
function latestSeen(path: string): number {
  return Math.max(readMark(path)?.last ?? 0, sequenceOfCopyAt(copyPathOf(path)));
}

/**
 * Of another one than was here, as that of another computer is. A file that says nothing of its own is taken for the one that
 * was here.
 */
function isOfAnother({ identity }: FileWithoutLog, mark: Mark | null): boolean {
  return identity !== null && mark !== null && mark.identity !== null && identity !== mark.identity;
}

/**
 * A log says nothing of the file that it belongs to, and SQLite would move the pages of one into any other: half of what
 * was put back would be what was there before. So a strange one is kept beside instead.
 */
function hasStrangeLog(path: string, itself: FileWithoutLog): boolean {
  if (!hasLog(path)) return false;
  const mark = readMark(path);
  // With a file of another computer its own log may have come along: that is none that was noted here.
  const isStayed = mark !== null && mark.salt !== null && mark.salt === saltOfLog(path);
  // How far another database was says nothing of this one's log.
  const isOlder = isOfAnother(itself, mark) ? isStayed : itself.sequence < (mark?.atStart ?? 0);
  // A note that came along with its file says what that holds, and that it had no log. One that stayed says nothing of this.
  const isOfFile = mark !== null && mark.ended !== null && mark.ended === itself.start && mark.last === itself.sequence;
  const isLeft = isOfFile && !goesOnFrom(mark.salt, saltOfLog(path));
  return !isLogged(path) || isOlder || isLeft;
}

function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Who only reads moves no page of the log into the file; of what SQLite makes to read it nothing is left. */
function versionAt(path: string, isLogStrange: boolean): number {
  if (fileAt(path) === null) return 0;
  if (isLogStrange || !hasLog(path)) return versionIn(withoutItsLog(path));
  const wasShared = fileAt(`${path}-shm`) !== null;
  const version = versionIn(path);
  if (!wasShared) rmSync(`${path}-shm`, { force: true });
  return version;
}

/** 0 where it cannot be read: that is for others to tell. */
function versionIn(path: string | URL): number {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      return Number(database.prepare('PRAGMA user_version').get()?.user_version);
    } finally {
      database.close();
    }
  } catch {
    return 0;
  }
}
