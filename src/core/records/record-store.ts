import type { DatabaseSync } from 'node:sqlite';
import type { SubmissionRecord } from '../../shared/records.ts';
import { type Commit, lastSequenceSql, storageFailureKind } from '../storage/index.ts';
import type { AccountRecords } from './account-records.ts';

type Statements = ReturnType<typeof prepare>;

function prepare(database: DatabaseSync) {
  return {
    // A known record keeps its sequence number only if `createdAt` is unchanged: two services of one account may use
    // the same id for different submissions. A record in a block never becomes pending again.
    put: database.prepare(
      `INSERT INTO records (account_id, id, record, read_at, seen_sequence)
       VALUES (?1, ?2, ?3, ?4, ${lastSequenceSql})
       ON CONFLICT (account_id, id) DO UPDATE SET record = excluded.record, read_at = excluded.read_at,
         seen_sequence = CASE WHEN record ->> '$.createdAt' = excluded.record ->> '$.createdAt'
           THEN seen_sequence ELSE excluded.seen_sequence END
       WHERE excluded.record <> record
         AND NOT (json_extract(excluded.record, '$.phase') = 'pending' AND json_extract(record, '$.phase') = 'in-block')`,
    ),
    putSync: database.prepare(
      `INSERT INTO record_syncs (account_id, as_of) VALUES (?, ?)
       ON CONFLICT (account_id) DO UPDATE SET as_of = excluded.as_of`,
    ),
    deleteSync: database.prepare('DELETE FROM record_syncs WHERE account_id = ?'),
    putPlace: database.prepare(
      'INSERT OR REPLACE INTO record_pages (account_id, next_offset, total, began_at) VALUES (?, ?, ?, ?)',
    ),
    deletePlace: database.prepare('DELETE FROM record_pages WHERE account_id = ?'),
    place: database.prepare('SELECT next_offset, total, began_at FROM record_pages WHERE account_id = ?'),
    sync: database.prepare('SELECT as_of FROM record_syncs WHERE account_id = ?'),
    page: database.prepare('SELECT id, record FROM records WHERE account_id = ? AND id > ? ORDER BY id LIMIT ?'),
    // A recursive query reads only one primary key entry for each account.
    accounts: database.prepare(
      `WITH RECURSIVE found (account_id) AS (
         SELECT min(account_id) FROM records
         UNION ALL
         SELECT (SELECT min(account_id) FROM records WHERE account_id > found.account_id) FROM found
         WHERE found.account_id IS NOT NULL
       ) SELECT account_id FROM found WHERE account_id IS NOT NULL`,
    ),
    like: database.prepare(
      `SELECT record FROM records WHERE account_id = ?1 AND (
         (?2 <> '' AND (record LIKE '%' || ?2 || '%' OR instr(replace(id, '-', ''), ?2) > 0))
         OR (?3 <= ?4 AND substr(record ->> '$.createdAt', 1, 10) BETWEEN ?3 AND ?4))`,
    ),
  };
}

/** Other writes of the app wait while this thread writes, so it pauses after this time (milliseconds). */
const WRITING_MS = 12;
const PAUSE_MS = 15;
const READ_AT_ONCE = 1_000;
const FAILED_RETRY_MS = 5_000;

/** The place in an unfinished list that is read in pages. `beganAt`: the time of its first request. */
export type PagePlace = { readonly nextOffset: number; readonly total: number; readonly beganAt: string };

/** Written together with the last of some records. `whole`: the list was read to its end. */
export type SyncState = { readonly kind: 'whole'; readonly asOf: string } | ({ readonly kind: 'page' } & PagePlace);

/** A list whose records are waiting to be written. */
type Waiting = {
  readonly accountId: string;
  readonly account: AccountRecords;
  /** Written from the end. */
  readonly ids: string[];
  state: SyncState | null;
  /** Resolves to false on the first write error, although the write is retried. */
  readonly written: PromiseWithResolvers<boolean>;
};

/**
 * The only writer of the service's records. When `put` resolves, the records are on disk. Whole lists are written in
 * small steps, so that other writes need not wait.
 */
export class RecordStore {
  readonly #commit: Commit;
  readonly #onProblem: (detail: string) => void;
  readonly #onLost: (accountId: string) => void;
  readonly #sql: Statements;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | null = null;
  #isWriting = false;
  #hasProblem = false;

  /**
   * `onProblem`: a write failed and is retried. `onLost`: an account was removed while its records waited, so its
   * records in memory never reach the disk.
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
    this.#sql = prepare(database);
  }

  /** The time at which the account's list was last read completely; null if never. */
  asOf(accountId: string): string | null {
    const row = this.#sql.sync.get(accountId);
    return row === undefined ? null : String(row.as_of);
  }

  /** The place at which an unfinished reading of the account's list continues; null if there is none. */
  place(accountId: string): PagePlace | null {
    const waiting = this.#waiting.findLast((one) => one.accountId === accountId && one.state !== null)?.state;
    if (waiting) return waiting.kind === 'page' ? waiting : null;
    const row = this.#sql.place.get(accountId);
    if (row === undefined) return null;
    return { nextOffset: Number(row.next_offset), total: Number(row.total), beganAt: String(row.began_at) };
  }

  /** All records of an account, page by page. */
  *records(accountId: string): Generator<readonly SubmissionRecord[]> {
    for (let after = ''; ; ) {
      const rows = this.#sql.page.all(accountId, after, READ_AT_ONCE);
      if (rows.length === 0) return;
      after = String(rows.at(-1)?.id);
      yield rows.map(({ record }) => JSON.parse(String(record)));
    }
  }

  /** Records of an account that may contain these hex digits or may be from these days. */
  *recordsLike(accountId: string, hex: string | null, days: Days | null): Generator<SubmissionRecord> {
    if (hex === null && days === null) return;
    // Whole days are compared, because times without a fraction of a second sort after those with one.
    const [from, until] = [days?.from.slice(0, 10) ?? '9', days?.until.slice(0, 10) ?? '0'];
    for (const row of this.#sql.like.iterate(accountId, hex ?? '', from, until)) {
      yield JSON.parse(String(row.record));
    }
  }

  /** Writes records that were requested individually. They are on disk when it resolves. */
  put(accountId: string, records: readonly SubmissionRecord[]): Promise<void> {
    return this.#commit(() => {
      for (const record of records) this.#put(accountId, record);
    });
  }

  /**
   * Schedules these ids' records, in their state at the time of writing, and then `state`. Resolves to true once all is
   * on disk.
   */
  keep(accountId: string, account: AccountRecords, ids: readonly string[], state: SyncState | null): Promise<boolean> {
    const isStored = !this.#waiting.some((one) => one.accountId === accountId);
    if (isStored && ids.length === 0 && state === null) return Promise.resolve(true);
    const written = Promise.withResolvers<boolean>();
    this.#waiting.push({ accountId, account, ids: [...ids], state, written });
    this.#schedule(0);
    return written.promise;
  }

  /** Resolves once no write is waiting, or after a write error. */
  async stored(): Promise<void> {
    await Promise.all(this.#waiting.map(({ written }) => written.promise));
  }

  forgetSync(accountId: string): void {
    for (const one of this.#waiting) if (one.accountId === accountId) one.state = null;
    this.#sql.deleteSync.run(accountId);
    this.#sql.deletePlace.run(accountId);
  }

  forget(accountId: string): void {
    for (const one of this.#waiting) if (one.accountId === accountId) one.written.resolve(false);
    this.#waiting = this.#waiting.filter((one) => one.accountId !== accountId);
  }

  /** The accounts that have records on disk. */
  accounts(): readonly string[] {
    return this.#sql.accounts.all().map((row) => String(row.account_id));
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#waiting = [];
  }

  #put(accountId: string, record: SubmissionRecord): void {
    this.#sql.put.run(accountId, record.id, JSON.stringify(record), new Date().toISOString());
  }

  #schedule(ms: number): void {
    if (this.#isWriting || this.#timer !== null) return;
    this.#timer = setTimeout(() => void this.#writeNext(), ms);
  }

  async #writeNext(): Promise<void> {
    this.#timer = null;
    const [next] = this.#waiting;
    if (next === undefined) return;
    this.#isWriting = true;
    const pauseMs = await this.#writeSome(next);
    this.#isWriting = false;
    if (this.#waiting.length > 0) this.#schedule(pauseMs);
  }

  /** Returns the milliseconds to wait before the next write. */
  async #writeSome(next: Waiting): Promise<number> {
    let left = next.ids.length;
    try {
      await this.#commit(() => {
        left = this.#writeRows(next);
      });
    } catch (error) {
      return this.#onFailure(next, error);
    }
    this.#hasProblem = false;
    next.ids.length = left;
    if (left === 0) {
      this.#waiting = this.#waiting.filter((one) => one !== next);
      next.written.resolve(true);
    }
    return PAUSE_MS;
  }

  #onFailure({ accountId }: Waiting, error: unknown): number {
    if (storageFailureKind(error) === 'other') {
      // The account was removed together with its records.
      this.forget(accountId);
      this.#onLost(accountId);
      return 0;
    }
    for (const one of this.#waiting) one.written.resolve(false);
    if (!this.#hasProblem) this.#onProblem(String(error));
    this.#hasProblem = true;
    return FAILED_RETRY_MS;
  }

  /** Returns the number of ids that are left. */
  #writeRows({ accountId, account, ids, state }: Waiting): number {
    const until = performance.now() + WRITING_MS;
    let left = ids.length;
    while (left > 0 && performance.now() < until) {
      left -= 1;
      const entry = account.get(ids[left] ?? '');
      if (entry !== null) this.#put(accountId, entry.record);
    }
    if (left === 0 && state !== null) this.#putState(accountId, state);
    return left;
  }

  #putState(accountId: string, state: SyncState): void {
    if (state.kind === 'page') {
      this.#sql.putPlace.run(accountId, state.nextOffset, state.total, state.beganAt);
    } else {
      this.#sql.putSync.run(accountId, state.asOf);
      this.#sql.deletePlace.run(accountId);
    }
  }
}

type Days = { readonly from: string; readonly until: string };
