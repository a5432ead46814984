import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type OpenedDatabase, openOrTellDamage, setAside } from './database.ts';
import { copyPathOf, fileAt, soundCopy, TAKEN_AT, takenAtOf } from './database-copy.ts';
import { type Commit, inTransaction } from './group-commit.ts';
import { renameDurably } from './rename-durably.ts';
import { advanceSequence, lastSequence } from './sequence.ts';
import { Settings } from './settings.ts';
import { DatabaseSync } from './sqlite.ts';

/**
 * Restored data: an older database, or another one, in place of the latest. Submissions that are unfinished in it may have been
 * sent since. The database counts its own steps (`sequence.ts`), and a file beside it, the mark, says how far the latest one was.
 */
export type Mark = {
  /** Of the database; its copies have the same one. */
  readonly identity: string;
  /** The latest step that was on the disk. */
  readonly last: number;
  /** The step of the last start, which the data file itself holds, whatever its log holds. */
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

/** `restored`: sound, and older than the latest or another. Its unfinished submissions were marked before this returns. */
export type TrustedDatabase =
  | OpenedDatabase
  | { readonly kind: 'restored'; readonly database: DatabaseSync; readonly why: string };

/** Marks all that may have been sent since. `restoredAt`: a UTC instant. Runs within a transaction. */
export type Distrust = (database: DatabaseSync, restoredAt: string) => void;

/**
 * Opens the app's database. A mark that is missing, behind or of another database raises a needless check at most; a mark that
 * is ahead of the database is never missed.
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
 * Makes a distrusted database the latest: it is no copy any more, and further than the mark. All in one transaction: if the app
 * is killed before, the next start finds the same signs.
 */
export function goOnFrom(path: string, database: DatabaseSync, now: number, distrust: Distrust): void {
  const seen = readMark(path)?.last ?? 0;
  inTransaction(database, () => {
    distrust(database, new Date(now).toISOString());
    new Settings(database).delete(TAKEN_AT);
    advanceSequence(database, seen);
  });
}

/** What a database says of itself. */
type Stamp = { readonly identity: string; readonly last: number; readonly takenAt: number | null };

function stampOf(database: DatabaseSync): Stamp {
  return {
    identity: identityOf(database),
    last: lastSequence(database),
    takenAt: takenAtOf(database),
  };
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
  // Nothing was written in it yet.
  if (last === 0) return null;
  if (mark === null) return 'The file that says how far it was is missing.';
  if (identity !== mark.identity) return 'It is not the database that was here before.';
  return last < mark.last ? `It ends at step ${last}, and the latest was at ${mark.last}.` : null;
}

/** The next copy would replace what only this copy has, so the user decides. */
function isOlderThanItsCopy(path: string, { identity, last }: Stamp): boolean {
  const copy = fileAt(copyPathOf(path)) === null ? null : stampAt(copyPathOf(path));
  return copy !== null && copy.identity === identity && copy.last > last && soundCopy(path) !== null;
}

/**
 * True if the data file was replaced while the log of the latest one was left beside it. SQLite would move the pages of that log
 * into the file, and mix the two.
 */
function isLogOfAnother(path: string, mark: Mark | null): boolean {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0 || fileAt(path) === null) return false;
  // Read as if nothing else could change it, which leaves the log out (sqlite.org/uri.html, `immutable`).
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  const file = stampAt(url);
  if (file === null || mark === null) return false;
  if (file.identity !== mark.identity || file.last < mark.inFile) return true;
  // A copy is whole without a log. While `inFile` is 0, the file may be a copy that this database continues.
  return file.takenAt !== null && mark.inFile > 0;
}

const NOTE_EVERY_MS = 1_000;

/** Writes the mark. It is never ahead of what is on the disk, or the latest database would be taken for a restored one. */
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

  /** `onProblem`: for the app's log. It is called once until the mark can be written again. */
  constructor(database: DatabaseSync, databasePath: string, commit: Commit, onProblem: (error: unknown) => void) {
    this.#database = database;
    this.#databasePath = databasePath;
    this.#commit = commit;
    this.#onProblem = onProblem;
  }

  /** Call before anything else is written. Each start is a step, so that a database from before it is older. */
  begin(): void {
    // Before the first step: if the app is killed in between, no database is left without a mark.
    const written = this.#trying(() => this.#write(lastSequence(this.#database)));
    // The mark of an earlier run would call this run's log another's.
    if (written === null) this.#trying(() => rmSync(`${this.#databasePath}${markSuffix}`, { force: true }));
    this.#trying(() => {
      inTransaction(this.#database, () => advanceSequence(this.#database));
      const last = lastSequence(this.#database);
      if (this.#movesLog()) this.#inFile = last;
      this.#write(last);
    });
    this.#timer = setInterval(() => void this.note(), NOTE_EVERY_MS).unref();
  }

  /** Resolves once what is committed by now is noted, if it can be. Never rejects. */
  async note(): Promise<void> {
    await this.#noting;
    if (!this.#database.isOpen || this.#trying(() => lastSequence(this.#database)) === this.#noted) return;
    this.#noting ??= this.#noteFlushed();
    await this.#noting;
  }

  /** Call when nothing is written any more. Then the file itself holds everything, and a lost log loses nothing. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.note();
    if (this.#database.isOpen) this.#trying(() => this.#movesLog());
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
      // The database is closed or takes nothing, so there is nothing to note.
    }
    this.#noting = null;
  }

  #movesLog(): boolean {
    return this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  }

  /** In place, which needs no room on a full disk and leaves the old text or the new one after a power cut. */
  #write(last: number): void {
    const text = markText({ identity: identityOf(this.#database), last, inFile: this.#inFile });
    this.#file ??= makeFile(`${this.#databasePath}${markSuffix}`, text);
    writeSync(this.#file, text, 0, 'latin1');
    this.#noted = last;
    this.#hasProblem = false;
  }

  #trying<T>(run: () => T): T | null {
    try {
      return run();
    } catch (error) {
      if (!this.#hasProblem) this.#onProblem(error);
      this.#hasProblem = true;
      return null;
    }
  }
}

function makeFile(path: string, text: string): number {
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, text, { mode: 0o600, flag: 'wx' });
  renameDurably(`${path}.new`, path);
  return openSync(path, 'r+');
}
