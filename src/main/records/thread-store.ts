import { DatabaseSync } from 'node:sqlite';
import type { SubmissionRecord } from '../../shared/records.ts';
import { flushToTheDrive, inTransaction, latestStep, storageFailureKind } from '../storage/index.ts';
import type { Book } from './book.ts';
import type { OwnFile } from './entry.ts';
import { createRecordRoom, type Kept } from './record-room.ts';
import { seenAnew } from './seen-sequence.ts';

/** The app's own writes wait while this thread writes, so it stops for them after so many rows or milliseconds. */
const ROWS_AT_ONCE = 2_000;
const WRITING_MS = 12;
const ROWS_OF_ONE_ID = 100;
const PAUSE_MS = 15;
/** Nothing is written for so long after a question, but never later than this after it came. */
const QUIET_MS = 250;
const MOST_QUIET_MS = 10_000;
/** Another connection writes: asked again after this. */
const LOCKED_RETRY_MS = 50;
const FAILED_RETRY_MS = 5_000;

export type Extent = { readonly asOf: string; readonly limit: number; readonly listed: number };

type Waiting = {
  readonly accountId: string;
  readonly book: Book;
  /** Written from the end. */
  readonly ids: string[];
  /** How many records of the last id are written already: a service may list tens of thousands with one id. */
  begun: number;
  extent: Extent | null;
};

export type HistoryStore = ReturnType<typeof openHistoryStore>;

/** The history's own connection to the app's database. Reads at once; writes little by little, behind everybody else. */
export function openHistoryStore(path: string, most: Kept, onTrouble: (detail: string) => void) {
  const database = new DatabaseSync(path, { timeout: 1_000, enableForeignKeyConstraints: true });
  // What a power cut takes of it, the service lists again; and nobody waits for the disk while this thread writes.
  database.exec(`${flushToTheDrive}; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 100`);
  const room = createRecordRoom(database, most);
  const put = database.prepare(
    `INSERT INTO records (account_id, id, record, first_read_at, read_at, seen_sequence)
     VALUES (?1, ?2, ?3, ?4, ?4, ${latestStep})
     ON CONFLICT (account_id, id) DO UPDATE SET record = excluded.record, read_at = excluded.read_at, ${seenAnew}
     WHERE excluded.record <> record
       AND NOT (json_extract(excluded.record, '$.phase') = 'pending' AND json_extract(record, '$.phase') <> 'pending')`,
  );
  const deleteTwins = database.prepare('DELETE FROM same_id_records WHERE account_id = ? AND id = ? AND number > ?');
  const putTwin = database.prepare(
    `INSERT INTO same_id_records (account_id, id, number, record) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, id, number) DO UPDATE SET record = excluded.record WHERE excluded.record <> record`,
  );
  const putExtent = database.prepare(
    `INSERT INTO record_syncs (account_id, as_of, list_limit, listed) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id) DO UPDATE SET as_of = excluded.as_of, list_limit = excluded.list_limit,
       listed = excluded.listed`,
  );
  const selectExtent = database.prepare('SELECT as_of, list_limit, listed FROM record_syncs WHERE account_id = ?');
  const deleteExtent = database.prepare('DELETE FROM record_syncs WHERE account_id = ?');
  const selectRecords = database.prepare('SELECT record FROM records WHERE account_id = ?');
  const selectTwins = database.prepare(
    'SELECT number, record FROM same_id_records WHERE account_id = ? ORDER BY id, number',
  );
  const selectEarlier = database.prepare(
    'SELECT until, record FROM earlier_records WHERE account_id = ? AND id = ? ORDER BY number DESC',
  );
  const selectFiles = database.prepare(
    'SELECT submission_id, name, folder, size FROM submissions WHERE account_id = ? AND submission_id IS NOT NULL',
  );
  const selectFile = database.prepare(
    'SELECT submission_id, name, folder, size FROM submissions WHERE account_id = ? AND submission_id = ?',
  );

  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | null = null;
  const idle: (() => void)[] = [];
  let troubled = false;
  let [quietUntil, mostQuietUntil] = [0, 0];
  let stillFor = 0;

  function schedule(ms: number): void {
    if (timer === null) timer = setTimeout(write, ms);
  }

  function write(): void {
    timer = null;
    const now = performance.now();
    const asked = now < quietUntil && now < mostQuietUntil;
    if (idle.length === 0 && (asked || stillFor > 0)) {
      schedule(PAUSE_MS);
      return;
    }
    const [next] = waiting;
    if (next === undefined) {
      for (const done of idle.splice(0)) done();
      return;
    }
    const left = next.ids.length;
    let [written, begun] = [0, next.begun];
    try {
      inTransaction(database, () => {
        const until = performance.now() + WRITING_MS;
        for (let rows = 0; written < left && rows < ROWS_AT_ONCE && performance.now() < until; ) {
          const id = next.ids[left - 1 - written] ?? '';
          const some = writeRecords(next, id, begun, Math.min(ROWS_OF_ONE_ID, ROWS_AT_ONCE - rows));
          rows += Math.max(1, some);
          begun += some;
          if (begun <= next.book.twinCount(id) && some > 0) continue;
          written += 1;
          begun = 0;
        }
        // Read up to here is what is kept up to here: the instant is written with the last record.
        if (written === left && next.extent !== null) {
          putExtent.run(next.accountId, next.extent.asOf, next.extent.limit, next.extent.listed);
        }
      });
    } catch (error) {
      onWriteError(next, error);
      return;
    }
    troubled = false;
    next.ids.length = left - written;
    next.begun = begun;
    if (next.ids.length === 0) waiting = waiting.filter((one) => one !== next);
    schedule(PAUSE_MS);
  }

  /** Writes records with one id from one of them on, and says how many. */
  function writeRecords({ accountId, book }: Waiting, id: string, from: number, count: number): number {
    const some = book.withId(id, from, count);
    for (const { twin, record } of some) {
      const json = JSON.stringify(record);
      // The app's own writes may have taken the room meanwhile.
      if (twin === 0) {
        if (room.has(accountId, id, json)) put.run(accountId, id, json, new Date().toISOString());
      } else if (room.hasTwin(accountId)) putTwin.run(accountId, id, twin, json);
    }
    // Those that are no more.
    if (from + some.length > book.twinCount(id)) deleteTwins.run(accountId, id, book.twinCount(id));
    return some.length;
  }

  function onWriteError(next: Waiting, error: unknown): void {
    const kind = storageFailureKind(error);
    if (kind === 'locked') {
      schedule(LOCKED_RETRY_MS);
      return;
    }
    if (kind === 'other') {
      // The account has been taken away: what was read of it goes with it.
      waiting = waiting.filter((one) => one !== next);
      schedule(0);
      return;
    }
    if (!troubled) onTrouble(String(error));
    troubled = true;
    schedule(FAILED_RETRY_MS);
  }

  return {
    extent(accountId: string): Extent | null {
      const row = selectExtent.get(accountId);
      if (row === undefined) return null;
      return { asOf: String(row.as_of), limit: Number(row.list_limit), listed: Number(row.listed) };
    },

    *records(accountId: string): Generator<{ readonly record: SubmissionRecord; readonly twin: number }> {
      for (const row of selectRecords.iterate(accountId)) yield { record: JSON.parse(String(row.record)), twin: 0 };
      for (const row of selectTwins.iterate(accountId)) {
        yield { record: JSON.parse(String(row.record)), twin: Number(row.number) };
      }
    },

    /** What the service said before of what it had called final, latest first. */
    earlier: (accountId: string, id: string): { readonly record: SubmissionRecord; readonly until: string }[] =>
      selectEarlier
        .all(accountId, id)
        .map((row) => ({ record: JSON.parse(String(row.record)), until: String(row.until) })),

    /** All files of the account that have a receipt, by its id. */
    files(accountId: string): ReadonlyMap<string, OwnFile> {
      return new Map(selectFiles.all(accountId).map((row) => [String(row.submission_id), ownFile(row)]));
    },

    file(accountId: string, submissionId: string): OwnFile | null {
      const row = selectFile.get(accountId, submissionId);
      return row === undefined ? null : ownFile(row);
    },

    /** Writes these records of the book soon, as they will be then. */
    keep(accountId: string, book: Book, ids: readonly string[], extent: Extent | null): void {
      if (waiting.length === 0) mostQuietUntil = performance.now() + MOST_QUIET_MS;
      waiting.push({ accountId, book, ids: [...ids], begun: 0, extent });
      schedule(PAUSE_MS);
    },

    /** Somebody is asking: they may ask again at once, and are not to wait for what is written. */
    giveWay(): void {
      quietUntil = performance.now() + QUIET_MS;
    },

    /** Writes nothing while this thread has seconds of other work to do for somebody who waits. */
    async stillDuring<Value>(work: Promise<Value>): Promise<Value> {
      stillFor += 1;
      try {
        return await work;
      } finally {
        stillFor -= 1;
      }
    },

    forgetExtent(accountId: string): void {
      for (const one of waiting) if (one.accountId === accountId) one.extent = null;
      deleteExtent.run(accountId);
    },

    /** Something of the account is not written yet. */
    isWaiting: (accountId: string): boolean => waiting.some((one) => one.accountId === accountId),

    forget(accountId: string): void {
      waiting = waiting.filter((one) => one.accountId !== accountId);
    },

    /** Resolves once nothing is waiting to be written. */
    settled: (): Promise<void> =>
      new Promise((resolve) => {
        idle.push(resolve);
        schedule(0);
      }),
  };
}

function ownFile(row: Record<string, unknown>): OwnFile {
  return {
    name: String(row.name),
    folder: row.folder === null ? null : String(row.folder),
    size: row.size === null ? null : Number(row.size),
  };
}
