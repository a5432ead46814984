import type { DatabaseSync } from 'node:sqlite';
import type { SubmissionRecord } from '../../shared/records.ts';
import { type Commit, lastSequenceSql, storageFailureKind } from '../storage/index.ts';
import type { AccountRecords, KeptLimits, NumberedRecord } from './account-records.ts';

export type Writes = ReturnType<typeof prepareWrites>;
export type Reads = ReturnType<typeof prepareReads>;

function prepareWrites(database: DatabaseSync) {
  return {
    // A record that is kept already was there since then if the service's time for it is the same: two services that an
    // account had, one after the other, may give two submissions one id. And what is in a block does not become pending again.
    record: database.prepare(
      `INSERT INTO records (account_id, id, record, first_read_at, read_at, seen_sequence)
       VALUES (?1, ?2, ?3, ?4, ?4, ${lastSequenceSql})
       ON CONFLICT (account_id, id) DO UPDATE SET record = excluded.record, read_at = excluded.read_at,
         seen_sequence = CASE WHEN record ->> '$.createdAt' = excluded.record ->> '$.createdAt'
           THEN seen_sequence ELSE excluded.seen_sequence END
       WHERE excluded.record <> record
         AND NOT (json_extract(excluded.record, '$.phase') = 'pending' AND json_extract(record, '$.phase') = 'in-block')`,
    ),
    sameId: database.prepare(
      `INSERT INTO same_id_records (account_id, id, number, record) VALUES (?, ?, ?, ?)
       ON CONFLICT (account_id, id, number) DO UPDATE SET record = excluded.record WHERE excluded.record <> record`,
    ),
    noSameId: database.prepare('DELETE FROM same_id_records WHERE account_id = ? AND id = ? AND number > ?'),
    sync: database.prepare(
      `INSERT INTO record_syncs (account_id, as_of, list_limit, listed) VALUES (?, ?, ?, ?)
       ON CONFLICT (account_id) DO UPDATE SET as_of = excluded.as_of, list_limit = excluded.list_limit,
         listed = excluded.listed`,
    ),
    noSync: database.prepare('DELETE FROM record_syncs WHERE account_id = ?'),
  };
}

function prepareReads(database: DatabaseSync) {
  return {
    sync: database.prepare('SELECT as_of, list_limit, listed FROM record_syncs WHERE account_id = ?'),
    records: database.prepare('SELECT id, record FROM records WHERE account_id = ? AND id > ? ORDER BY id LIMIT ?'),
    sameId: database.prepare(
      `SELECT id, number, record FROM same_id_records WHERE account_id = ? AND (id, number) > (?, ?)
       ORDER BY id, number LIMIT ?`,
    ),
    accounts: database.prepare('SELECT account_id FROM record_usage'),
    usage: database.prepare('SELECT records, bytes FROM record_usage WHERE account_id = ?'),
    earlier: database.prepare(
      'SELECT until, record FROM earlier_records WHERE account_id = ? AND id = ? ORDER BY number DESC',
    ),
    like: database.prepare(
      `SELECT record FROM records WHERE account_id = ?1 AND (
         (?2 <> '' AND (instr(record, ?2) > 0 OR instr(replace(id, '-', ''), ?2) > 0))
         OR (?3 <= ?4 AND substr(record ->> '$.createdAt', 1, 10) BETWEEN ?3 AND ?4))`,
    ),
  };
}

/** The app's own writes wait while this thread writes, so it stops for them after so many rows or milliseconds. */
const ROWS_AT_ONCE = 2_000;
const WRITING_MS = 12;
const READ_AT_ONCE = 1_000;
const ROWS_OF_ONE_ID = 100;
const PAUSE_MS = 15;
/** Nothing is written for so long after a question, but never later than this after it came. */
const QUIET_MS = 250;
const MOST_QUIET_MS = 10_000;
const FAILED_RETRY_MS = 5_000;

/** The last whole list that was read: when, with which limit, and how many records it had. */
export type LastSync = { readonly asOf: string; readonly limit: number; readonly listed: number };

/** A list whose records are still to be written. */
type Waiting = {
  readonly accountId: string;
  readonly account: AccountRecords;
  /** Written from the end. */
  readonly ids: string[];
  /** How many records of the last id are written already: a service may list tens of thousands with one id. */
  begun: number;
  sync: LastSync | null;
  /** Told false as soon as the disk does not take it, however often it is offered again. */
  readonly written: PromiseWithResolvers<boolean>;
};

/**
 * The only writer of the service's records. What was asked for one by one is on the disk when `put` resolves; whole lists
 * are written little by little, behind everybody else.
 */
export class RecordStore {
  readonly #commit: Commit;
  readonly #onProblem: (detail: string) => void;
  readonly #onLost: (accountId: string) => void;
  readonly #write: Writes;
  readonly #read: Reads;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | null = null;
  /** Who waits until everything is written. */
  #awaited = 0;
  #isWriting = false;
  #hasProblem = false;
  #quietUntil = 0;
  #mostQuietUntil = 0;
  #stillFor = 0;

  /**
   * `onProblem`: writing failed and is retried. `onLost`: an account was removed while its records waited to be written, so
   * its records in memory never reach the disk.
   */
  constructor(
    database: DatabaseSync,
    commit: Commit,
    onProblem: (detail: string) => void,
    onLost: (accountId: string) => void,
  ) {
    this.#commit = commit;
    this.#onProblem = onProblem;
    this.#onLost = onLost;
    this.#write = prepareWrites(database);
    this.#read = prepareReads(database);
  }

  lastSync(accountId: string): LastSync | null {
    const row = this.#read.sync.get(accountId);
    if (row === undefined) return null;
    return { asOf: String(row.as_of), limit: Number(row.list_limit), listed: Number(row.listed) };
  }

  /** All that is kept of an account, page by page: nothing stays open between two of them. */
  *records(accountId: string): Generator<readonly NumberedRecord[]> {
    for (let after = ''; ; ) {
      const rows = this.#read.records.all(accountId, after, READ_AT_ONCE);
      if (rows.length === 0) break;
      after = String(rows.at(-1)?.id);
      yield rows.map(({ record }) => ({ record: JSON.parse(String(record)), number: 0 }));
    }
    for (let [after, number] = ['', 0]; ; ) {
      const rows = this.#read.sameId.all(accountId, after, number, READ_AT_ONCE);
      if (rows.length === 0) break;
      [after, number] = [String(rows.at(-1)?.id), Number(rows.at(-1)?.number)];
      yield rows.map((row) => ({ record: JSON.parse(String(row.record)), number: Number(row.number) }));
    }
  }

  /** Records of an account in whose JSON or id these hex digits stand, or that may be of these days. */
  *recordsLike(accountId: string, hex: string | null, days: Days | null): Generator<SubmissionRecord> {
    if (hex === null && days === null) return;
    // Records without a fraction of a second sort after those with one: whole days are compared.
    const [from, until] = [days?.from.slice(0, 10) ?? '9', days?.until.slice(0, 10) ?? '0'];
    for (const row of this.#read.like.iterate(accountId, hex ?? '', from, until)) {
      yield JSON.parse(String(row.record));
    }
  }

  /** What the service said before of what it had called final, latest first. */
  earlier(accountId: string, id: string): { readonly record: SubmissionRecord; readonly until: string }[] {
    return this.#read.earlier
      .all(accountId, id)
      .map((row) => ({ record: JSON.parse(String(row.record)), until: String(row.until) }));
  }

  /** Writes records that were asked for one by one. They are on the disk when it resolves. */
  put(accountId: string, records: readonly SubmissionRecord[]): Promise<void> {
    return this.#commit(() => {
      const readAt = new Date().toISOString();
      for (const record of records) {
        this.#write.record.run(accountId, record.id, JSON.stringify(record), readAt);
      }
    });
  }

  /** Writes these ids' records soon, as they will be then. Resolves when they are on the disk; false: they are not yet. */
  keep(accountId: string, account: AccountRecords, ids: readonly string[], sync: LastSync | null): Promise<boolean> {
    // Until when the list was read may wait for a slow disk, and nobody for that.
    const isStored = !this.#waiting.some((one) => one.accountId === accountId && one.ids.length > 0);
    if (isStored && ids.length === 0 && sync === null) return Promise.resolve(true);
    if (this.#waiting.length === 0) this.#mostQuietUntil = performance.now() + MOST_QUIET_MS;
    const written = Promise.withResolvers<boolean>();
    this.#waiting.push({ accountId, account, ids: [...ids], begun: 0, sync, written });
    this.#schedule(PAUSE_MS);
    return written.promise;
  }

  /** Somebody is asking: they may ask again at once, and are not to wait for what is written. */
  giveWay(): void {
    this.#quietUntil = performance.now() + QUIET_MS;
  }

  /** Writes nothing while this thread has seconds of other work to do for somebody who waits. */
  async stillDuring<Value>(work: Promise<Value>): Promise<Value> {
    this.#stillFor += 1;
    try {
      return await work;
    } finally {
      this.#stillFor -= 1;
    }
  }

  /** Waits for no quiet: somebody waits until this is written. */
  async awaited<Value>(written: Promise<Value>): Promise<Value> {
    this.#awaited += 1;
    if (this.#waiting.length > 0) this.#schedule(0);
    try {
      return await written;
    } finally {
      this.#awaited -= 1;
    }
  }

  /** Resolves once nothing is waiting to be written. */
  async stored(): Promise<void> {
    await this.awaited(Promise.all(this.#waiting.map(({ written }) => written.promise)));
  }

  forgetSync(accountId: string): void {
    for (const one of this.#waiting) if (one.accountId === accountId) one.sync = null;
    this.#write.noSync.run(accountId);
  }

  /** Something of the account is not written yet. */
  isWaiting(accountId: string): boolean {
    return this.#waiting.some((one) => one.accountId === accountId);
  }

  forget(accountId: string): void {
    for (const one of this.#waiting) if (one.accountId === accountId) one.written.resolve(false);
    this.#waiting = this.#waiting.filter((one) => one.accountId !== accountId);
  }

  /** The accounts of which something is stored. */
  accounts(): readonly string[] {
    return this.#read.accounts.all().map((row) => String(row.account_id));
  }

  /** How much is stored of an account. */
  usage(accountId: string): KeptLimits {
    const row = this.#read.usage.get(accountId);
    return { records: Number(row?.records ?? 0), bytes: Number(row?.bytes ?? 0) };
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#waiting = [];
  }

  #schedule(ms: number): void {
    if (this.#isWriting || (this.#timer !== null && ms > 0)) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#writeNext(), ms);
  }

  async #writeNext(): Promise<void> {
    this.#timer = null;
    const [next] = this.#waiting;
    if (next === undefined) return;
    const now = performance.now();
    const isAsked = now < this.#quietUntil && now < this.#mostQuietUntil;
    if (this.#awaited === 0 && (isAsked || this.#stillFor > 0)) {
      this.#schedule(PAUSE_MS);
      return;
    }
    this.#isWriting = true;
    const pauseMs = await this.#writeSome(next);
    this.#isWriting = false;
    if (this.#waiting.length > 0) this.#schedule(pauseMs);
  }

  /** Milliseconds after which to go on. */
  async #writeSome(next: Waiting): Promise<number> {
    let done = { written: 0, begun: next.begun };
    try {
      await this.#commit(() => {
        done = this.#writeRows(next);
      });
    } catch (error) {
      return this.#onFailure(next, error);
    }
    this.#hasProblem = false;
    next.ids.length -= done.written;
    next.begun = done.begun;
    if (next.ids.length === 0) {
      this.#waiting = this.#waiting.filter((one) => one !== next);
      next.written.resolve(true);
    }
    return PAUSE_MS;
  }

  #onFailure({ accountId }: Waiting, error: unknown): number {
    if (storageFailureKind(error) === 'other') {
      // The account has been taken away: what was read of it goes with it.
      this.forget(accountId);
      this.#onLost(accountId);
      return 0;
    }
    for (const one of this.#waiting) one.written.resolve(false);
    if (!this.#hasProblem) this.#onProblem(String(error));
    this.#hasProblem = true;
    return FAILED_RETRY_MS;
  }

  #writeRows(next: Waiting): { written: number; begun: number } {
    const { ids, account } = next;
    let [written, begun] = [0, next.begun];
    const until = performance.now() + WRITING_MS;
    for (let rows = 0; written < ids.length && rows < ROWS_AT_ONCE && performance.now() < until; ) {
      const id = ids[ids.length - 1 - written] ?? '';
      const some = this.#writeRecords(next, id, begun, Math.min(ROWS_OF_ONE_ID, ROWS_AT_ONCE - rows));
      rows += Math.max(1, some);
      begun += some;
      if (begun <= account.otherCount(id) && some > 0) continue;
      written += 1;
      begun = 0;
    }
    // Read up to here is what is kept up to here: the instant is written with the last record.
    if (written === ids.length && next.sync !== null) {
      this.#write.sync.run(next.accountId, next.sync.asOf, next.sync.limit, next.sync.listed);
    }
    return { written, begun };
  }

  /** Writes records with one id from one of them on, and says how many. */
  #writeRecords({ accountId, account }: Waiting, id: string, from: number, count: number): number {
    const some = account.withId(id, from, count);
    for (const { number, record } of some) {
      const json = JSON.stringify(record);
      if (number === 0) this.#write.record.run(accountId, id, json, new Date().toISOString());
      else this.#write.sameId.run(accountId, id, number, json);
    }
    // Those that are no more.
    const others = account.otherCount(id);
    if (from + some.length > others) this.#write.noSameId.run(accountId, id, others);
    return some.length;
  }
}

export type Days = { readonly from: string; readonly until: string };
