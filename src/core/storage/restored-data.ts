import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type OpenedDatabase, openOrTellDamage, setAside } from './database.ts';
import { copyPathOf, fileAt, soundCopy, TAKEN_AT, takenAtOf } from './database-copy.ts';
import { type Commit, inTransaction } from './group-commit.ts';
import { renameDurably } from './rename-durably.ts';
import { advanceSequence, lastSequence } from './sequence.ts';
import { Settings } from './settings.ts';
import { DatabaseSync } from './sqlite.ts';

/*
 * Detects restored data: an older database, or another one, in place of the latest. Its unfinished submissions may have
 * been sent since. The database counts its own steps (`sequence.ts`), and a file beside it, the mark, holds the number
 * of the latest step.
 */

/** The content of the mark. */
export type Mark = {
  /** The identity of the database. Its copies share it. */
  readonly identity: string;
  /** The latest step that was on the disk. */
  readonly last: number;
  /** The step of the last start whose log was moved into the data file; 0 until then. */
  readonly inFile: number;
};

export const markSuffix = '.sequence';
const markShape = /^([0-9a-f]{32}) +(\d{1,16}) +(\d{1,16})\n$/;
const MARK_BYTES = 67;

function markText({ identity, last, inFile }: Mark): string {
  return `${identity} ${String(last).padStart(16)} ${String(inFile).padStart(16)}\n`;
}

/** Null if it is missing or unreadable. Never throws. */
export function readMark(databasePath: string): Mark | null {
  const path = `${databasePath}${markSuffix}`;
  try {
    if (fileAt(path)?.size !== MARK_BYTES) return null;
    const [, identity, last, inFile] = markShape.exec(readFileSync(path, 'latin1')) ?? [];
    return identity === undefined ? null : { identity, last: Number(last), inFile: Number(inFile) };
  } catch {
    return null;
  }
}

/**
 * `restored`: the database is sound, but older than the latest or another one. Its unfinished submissions are already
 * unsettled.
 */
export type TrustedDatabase =
  | OpenedDatabase
  | { readonly kind: 'restored'; readonly database: DatabaseSync; readonly why: string };

/** Makes all submissions unsettled that may have been sent since. `restoredAt`: a UTC instant. Runs within a transaction. */
export type Distrust = (database: DatabaseSync, restoredAt: string) => void;

/**
 * Opens the app's database. A missing mark, or one of another database, costs at most a needless check. The mark is up
 * to a second behind: an older database that lacks only those steps is not noticed.
 */
export function openTrusted(path: string, now: number, distrust: Distrust): TrustedDatabase {
  const mark = readMark(path);
  const log = isLogOfAnother(path, mark) ? `${setAside(path, now, ['-wal', '-shm'])}-wal` : null;
  const opened = openOrTellDamage(path);
  if (opened.kind !== 'sound') return opened;
  const { database } = opened;
  try {
    const why = whyRestored(stampOf(database), mark);
    if (why === null) return opened;
    if (isOlderThanItsCopy(path, stampOf(database))) {
      database.close();
      return {
        kind: 'damaged',
        why: 'It is older than the copy beside it. An older file replaced it, or its newest part was lost.',
      };
    }
    goOnFrom(path, database, now, distrust);
    return { kind: 'restored', database, why: log === null ? why : `${why} Its log was another's: ${log}` };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Makes a distrusted database the latest: it is no longer a copy, and its sequence is beyond the mark. All in one
 * transaction, so that if the app is killed before its end, the next start detects the restored data again.
 */
export function goOnFrom(path: string, database: DatabaseSync, now: number, distrust: Distrust): void {
  const seen = readMark(path)?.last ?? 0;
  inTransaction(database, () => {
    distrust(database, new Date(now).toISOString());
    new Settings(database).delete(TAKEN_AT);
    advanceSequence(database, seen);
  });
}

/** The facts in a database that tell if it is the latest. */
type Stamp = { readonly identity: string; readonly last: number; readonly takenAt: number | null };

function stampOf(database: DatabaseSync): Stamp {
  return { identity: identityOf(database), last: lastSequence(database), takenAt: takenAtOf(database) };
}

function identityOf(database: DatabaseSync): string {
  return String(database.prepare('SELECT id FROM database_identity').get()?.id);
}

/** Null if it cannot be read. */
function stampAt(path: string | URL): Stamp | null {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      return stampOf(database);
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

function whyRestored({ identity, last, takenAt }: Stamp, mark: Mark | null): string | null {
  if (takenAt !== null) return `It is a copy of ${new Date(takenAt).toISOString()}.`;
  // Nothing has been written to it yet.
  if (last === 0) return null;
  if (mark === null) return 'The file that says how far it was is missing.';
  if (identity !== mark.identity) return 'It is not the database that was here before.';
  return last < mark.last ? `It ends at step ${last}, and the latest was at ${mark.last}.` : null;
}

/** The next copy would replace data that only this copy has, so the user decides. */
function isOlderThanItsCopy(path: string, { identity, last }: Stamp): boolean {
  const copy = fileAt(copyPathOf(path)) === null ? null : stampAt(copyPathOf(path));
  return copy !== null && copy.identity === identity && copy.last > last && soundCopy(path) !== null;
}

/**
 * True if the data file was replaced but the log of the latest one was left beside it. SQLite would move the pages of
 * that log into the file and mix the two.
 */
function isLogOfAnother(path: string, mark: Mark | null): boolean {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0 || fileAt(path) === null) return false;
  // `immutable` ignores the log (sqlite.org/uri.html).
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  const file = stampAt(url);
  if (file === null || mark === null) return false;
  if (file.identity !== mark.identity || file.last < mark.inFile) return true;
  // A copy is complete without a log. While `inFile` is 0, the log may hold the step that makes a copy the latest.
  return file.takenAt !== null && mark.inFile > 0;
}

const NOTE_EVERY_MS = 1_000;

/** Writes the mark. It is never ahead of the disk, because then the latest database would seem to be a restored one. */
export class SequenceMark {
  readonly #database: DatabaseSync;
  readonly #databasePath: string;
  readonly #commit: Commit;
  readonly #onProblem: (error: unknown) => void;
  #file: number | null = null;
  #inFile = 0;
  #noted = 0;
  #noting: Promise<void> | null = null;
  #hasProblem = false;
  #timer: NodeJS.Timeout | null = null;

  /** `onProblem`: for the app's log. Called once until the mark can be written again. */
  constructor(database: DatabaseSync, databasePath: string, commit: Commit, onProblem: (error: unknown) => void) {
    this.#database = database;
    this.#databasePath = databasePath;
    this.#commit = commit;
    this.#onProblem = onProblem;
  }

  /**
   * Call before any other write. Each start is a step, so that a database from before the start is recognized as older.
   */
  begin(): void {
    // Written before the first step: if the app is killed in between, the database still has a mark.
    const isWritten = this.#trying(() => this.#write(lastSequence(this.#database)));
    // The mark of an earlier run would make this run's log seem to be another database's.
    if (!isWritten) this.#trying(() => rmSync(`${this.#databasePath}${markSuffix}`, { force: true }));
    this.#trying(() => {
      inTransaction(this.#database, () => advanceSequence(this.#database));
      const last = lastSequence(this.#database);
      if (this.#moveLog()) this.#inFile = last;
      this.#write(last);
    });
    this.#timer = setInterval(() => void this.note(), NOTE_EVERY_MS).unref();
  }

  /** Notes all commits so far, if possible. Never rejects. */
  async note(): Promise<void> {
    await this.#noting;
    if (!this.#database.isOpen) return;
    let isNoted = false;
    this.#trying(() => {
      isNoted = lastSequence(this.#database) === this.#noted;
    });
    if (isNoted) return;
    this.#noting ??= this.#noteFlushed();
    await this.#noting;
  }

  /** Call after the last write. Then the file itself contains everything, and losing the log loses nothing. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.note();
    if (this.#database.isOpen) this.#trying(() => this.#moveLog());
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  async #noteFlushed(): Promise<void> {
    let last = 0;
    try {
      await this.#commit(() => {
        last = lastSequence(this.#database);
      });
      this.#trying(() => this.#write(last));
    } catch {
      // The database is closed or cannot be written, so there is nothing to note.
    }
    this.#noting = null;
  }

  #moveLog(): boolean {
    return this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  }

  /** Writes in place: this needs no space on a full disk, and leaves the old or the new text after a power cut. */
  #write(last: number): void {
    const text = markText({ identity: identityOf(this.#database), last, inFile: this.#inFile });
    this.#file ??= makeFile(`${this.#databasePath}${markSuffix}`, text);
    writeSync(this.#file, text, 0, 'latin1');
    this.#noted = last;
    this.#hasProblem = false;
  }

  #trying(run: () => void): boolean {
    try {
      run();
      return true;
    } catch (error) {
      if (!this.#hasProblem) this.#onProblem(error);
      this.#hasProblem = true;
      return false;
    }
  }
}

function makeFile(path: string, text: string): number {
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, text, { mode: 0o600, flag: 'wx' });
  renameDurably(`${path}.new`, path);
  return openSync(path, 'r+');
}
