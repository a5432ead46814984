import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { fileAt } from '../copies/database-copy.ts';
import { advanceSequence, lastSequence } from '../sequence.ts';
import { type Commit, inTransaction } from '../writes/group-commit.ts';
import { identityOf, nameStart, startOf } from './database-identity.ts';

/** Places in the database’s own sequence, which every start advances too. */
export type Mark = {
  /** The latest that was on the disk. */
  readonly last: number;
  /** That of the last start, or a later one, which is in the file itself whatever its log holds. */
  readonly atStart: number;
  /** Of the database; null as long as that may stand in its log alone. */
  readonly identity: string | null;
  /** Of its log as it was last seen. Null where there was none, or the identity is. */
  readonly salt: string | null;
  /** The start after which nothing more was to be written: the log was empty, and is nobody's until the next. Null before its end. */
  readonly ended: string | null;
};

const NOTE_EVERY_MS = 1_000;
const LONGEST = 128;
/** Those of earlier versions end after the second number. Blanks are what an end left that was taken back. */
const markShape = /^(\d{1,15}) (\d{1,15})(?: ([0-9a-f]{32})(?: ([0-9a-f]{16})(?: ended ([0-9a-f]{16}))?)?)? *\n$/;

export const markSuffix = '.sequence';

/** Null where there is none: it may be lost, or never have been there. Never throws. */
export function readMark(databasePath: string): Mark | null {
  const path = `${databasePath}${markSuffix}`;
  try {
    const stats = fileAt(path);
    if (stats === null || stats.size > LONGEST) return null;
    const [, last, atStart, identity = null, salt = null, ended = null] =
      markShape.exec(readFileSync(path, 'latin1')) ?? [];
    if (last === undefined || atStart === undefined) return null;
    return { last: Number(last), atStart: Number(atStart), identity, salt, ended };
  } catch {
    return null;
  }
}

/** Put in its place whole: a mark that is half written would be none. */
function writeMark(databasePath: string, { last, atStart, identity, salt, ended }: Mark): void {
  const unfinished = `${databasePath}${markSuffix}.new`;
  rmSync(unfinished, { force: true });
  const ofLog = salt === null ? [] : [salt, ...(ended === null ? [] : ['ended', ended])];
  const told = [last, atStart, ...(identity === null ? [] : [identity, ...ofLog])];
  writeFileSync(unfinished, `${told.join(' ')}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(unfinished, `${databasePath}${markSuffix}`);
}

/**
 * Call before a database is opened: from then on its log is its own. In place, where a full disk has room for it and no name
 * has to be flushed. Where it cannot be done, the start's own name in the file tells that from what the mark was written of.
 */
export function reopenMark(databasePath: string): void {
  if ((readMark(databasePath)?.ended ?? null) === null) return;
  const path = `${databasePath}${markSuffix}`;
  try {
    const text = readFileSync(path, 'latin1');
    const at = text.indexOf(' ended');
    const file = openSync(path, 'r+');
    try {
      writeSync(file, ' '.repeat(text.length - 1 - at), at, 'latin1');
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch {
    // It is locked, or its drive gone: nobody is kept from starting.
  }
}

/** By which one log is told from the next (sqlite.org/fileformat.html, "WAL Header"). Null where there is none yet. */
export function saltOfLog(databasePath: string): string | null {
  try {
    const log = openSync(`${databasePath}-wal`, 'r');
    try {
      const salt = Buffer.alloc(8);
      return readSync(log, salt, 0, salt.length, 16) === salt.length ? salt.toString('hex') : null;
    } finally {
      closeSync(log);
    }
  } catch {
    return null;
  }
}

/** A log that begins anew counts its first salt up (sqlite.org/walformat.html), and another database's begins anywhere. */
const MOST_TIMES_ANEW = 16;

/** Whether a log may go on from one with this salt. Where either is not known nothing speaks against it. */
export function goesOnFrom(salt: string | null, log: string | null): boolean {
  if (salt === null || log === null) return true;
  const [before, now] = [salt, log].map((text) => Number.parseInt(text.slice(0, 8), 16));
  return ((now ?? 0) - (before ?? 0) + 2 ** 32) % 2 ** 32 <= MOST_TIMES_ANEW;
}

type SequenceMarkParts = {
  readonly database: DatabaseSync;
  readonly databasePath: string;
  readonly commit: Commit;
  /** For the log. */
  readonly onProblem: (error: unknown) => void;
};

/**
 * Notes beside the database how far that has come, so that an older one in its place is told from it at the next start
 * (`openTrusted`). Only what is on the disk is noted: the mark is never ahead of a database that is the latest, and one
 * that is lost or behind raises no alarm.
 */
export class SequenceMark {
  readonly #parts: SequenceMarkParts;
  #atStart = 0;
  #identity: string | null = null;
  #noted = 0;
  /** Of the log as it was when that was noted. */
  #salt: string | null = null;
  #noting: Promise<void> | null = null;
  #hasProblem = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: SequenceMarkParts) {
    this.#parts = parts;
  }

  /** Call before anything else is written: the start advances the sequence too. */
  begin(): void {
    this.#trying(() => {
      const { database } = this.#parts;
      inTransaction(database, () => {
        advanceSequence(database);
        nameStart(database);
      });
      const last = lastSequence(database);
      this.#salt = saltOfLog(this.#parts.databasePath);
      const isInFile = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
      this.#atStart = isInFile ? last : 0;
      this.#identity = isInFile ? identityOf(database) : null;
      this.#write(last);
    });
    this.#timer = setInterval(() => void this.note(), NOTE_EVERY_MS).unref();
  }

  /** Resolves once what is committed by now is noted, where it can be. Never rejects. */
  async note(): Promise<void> {
    await this.#noting;
    const { database } = this.#parts;
    if (!database.isOpen) return;
    const last = this.#trying(() => lastSequence(database));
    if (last === null || (last === this.#noted && !this.#isLogUnnoted())) return;
    this.#noting ??= this.#noteFlushed();
    await this.#noting;
  }

  /** Call when nothing is written any more. All of it is in the file itself then: a log that is lost takes nothing with it. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.note();
    const { database } = this.#parts;
    if (!database.isOpen) return;
    this.#trying(() => {
      const isInFile = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
      // What is written after all goes on from the log that was noted.
      if (isInFile && this.#noted === lastSequence(database)) this.#write(this.#noted, startOf(database));
    });
  }

  async #noteFlushed(): Promise<void> {
    let last = 0;
    try {
      await this.#parts.commit(() => {
        last = lastSequence(this.#parts.database);
      });
      this.#trying(() => this.#write(last));
    } catch {
      // The database is closed, or takes nothing: then there is nothing to be noted.
    }
    this.#noting = null;
  }

  #isLogUnnoted(): boolean {
    const salt = saltOfLog(this.#parts.databasePath);
    return salt !== null && salt !== this.#salt;
  }

  /** It begins anew when all of it is in the file. */
  #isLogNew(): boolean {
    return this.#salt !== null && this.#isLogUnnoted();
  }

  #write(last: number, ended: string | null = null): void {
    const { database, databasePath } = this.#parts;
    if (this.#isLogNew()) {
      // What was noted before stood in the log before, or in the file already, and so did the identity.
      this.#atStart = this.#noted;
      this.#identity = identityOf(database);
    }
    this.#salt = saltOfLog(databasePath) ?? this.#salt;
    const [atStart, identity, salt] = [this.#atStart, this.#identity, this.#salt];
    writeMark(databasePath, { last, atStart, identity, salt, ended });
    this.#noted = last;
    this.#hasProblem = false;
  }

  /** What cannot be noted keeps nothing from going on. It is told once, until it goes again. */
  #trying<T>(run: () => T): T | null {
    try {
      return run();
    } catch (error) {
      if (!this.#hasProblem) this.#parts.onProblem(error);
      this.#hasProblem = true;
      return null;
    }
  }
}
