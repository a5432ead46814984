import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { KnownToken } from '../../shared/bridge/balances.ts';
import type {
  RecordFilter,
  RecordPage,
  RecordQuery,
  RecordSeries,
  SeriesUnit,
  ShownRecord,
} from '../../shared/bridge/records.ts';
import { csvFormatOf } from '../../shared/csv.ts';
import { type Result, success } from '../../shared/failures/failure.ts';
import type { LookupKeys } from '../../shared/lookup-keys.ts';
import { type SubmissionRecord, textsByName } from '../../shared/records.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Connection, Reach, ServiceResult } from '../service/index.ts';
import { makeOwnFolder, refuseAnothersFolder } from '../storage/index.ts';
import type { EngineReport, ExportOrder } from './engine.ts';
import { ListReliability, type ReceiptId } from './list-reliability.ts';
import { type EngineThread, RecordsThread } from './records-thread.ts';
import { Refreshes } from './refreshes.ts';
import type { Hit } from './search.ts';
import { ListSync, type SyncedList } from './sync.ts';

/** The tokens of the accounts. */
export type AccountTokens = {
  /** The account's tokens, as last read. */
  readonly known: (accountId: string) => readonly KnownToken[];
  /** Reads names and decimals of the account's tokens unless they were read recently. */
  readonly read: (accountId: string, connection: Connection) => Promise<void>;
};

export type ListExpectation = {
  /** The least number of entries that the list should have. */
  readonly expected: number;
  /** Reading stops once the list contains all of these. If null, the whole list is read. */
  readonly ids: readonly string[] | null;
  /** The receipts that existed when the reading began. A complete list contains all of them. */
  readonly receipts: readonly ReceiptId[];
  /** True if the service is known to list everything at once and without a cap. */
  readonly isTrusted: boolean;
};

export type CheckedList = {
  readonly records: readonly SubmissionRecord[];
  /** True if it is certainly complete. */
  readonly complete: boolean;
};

const text = z.string().nullable();
const recordShape: z.ZodType<SubmissionRecord> = z.object({
  id: z.string(),
  userId: text,
  tokenDetailsId: text,
  extrinsicIndex: text,
  amountData: text,
  fees: text,
  toAddress: text,
  blockHash: text,
  dataHash: text,
  txHash: text,
  createdAt: text,
  phase: z.enum(['pending', 'in-block', 'failed']),
  error: text,
  extra: textsByName,
});

const readRecord = (value: unknown): SubmissionRecord => recordShape.parse(JSON.parse(String(value)));

const SEEN_AT_ONCE = 500;

/**
 * The records of all accounts, read from the service and stored on disk. This thread reads single records from disk. A
 * separate thread does everything that involves many records.
 */
export class Records {
  /** Holds exports until they are saved. Emptied at every start. */
  readonly #exportFolder: string;
  /** The locale of the system's regional settings, which determines the format of spreadsheets. */
  readonly #region: () => string;
  readonly #tokens: AccountTokens;
  readonly #events: DomainEvents;
  readonly #thread: RecordsThread;
  readonly #sync: ListSync;
  readonly #refreshes: Refreshes;
  readonly #reliability = new Map<string, ListReliability>();
  readonly #select: StatementSync;
  readonly #selectByHash: StatementSync;
  readonly #selectSeen: StatementSync;
  /** Files of this app that were written since the thread was last notified. */
  #changedFiles = new Set<number>();

  constructor(
    start: () => EngineThread,
    database: DatabaseSync,
    exportFolder: string,
    region: () => string,
    connection: Reach,
    tokens: AccountTokens,
    now: () => number,
    events: DomainEvents,
  ) {
    this.#exportFolder = exportFolder;
    this.#region = region;
    this.#tokens = tokens;
    this.#events = events;
    removeExports(exportFolder);
    this.#thread = new RecordsThread(
      start,
      (report) => this.#takeReport(report),
      (detail) => events.emit('problem', { what: 'the thread of the records was restarted', detail }),
    );
    this.#sync = new ListSync(this.#thread, now);
    this.#refreshes = new Refreshes(this.#thread, this.#sync, connection, tokens.read, now, events);
    this.#select = database.prepare('SELECT record FROM records WHERE account_id = ? AND id = ?');
    // The index is named because SQLite, without statistics, would scan all records of the account.
    this.#selectByHash = database.prepare(
      'SELECT record FROM records INDEXED BY records_by_data_hash WHERE account_id = ? AND data_hash = ?',
    );
    this.#selectSeen = database.prepare(
      `SELECT records.id, seen_sequence, record ->> '$.createdAt' AS created_at
       FROM json_each(?2) AS wanted CROSS JOIN records WHERE account_id = ?1 AND records.id = wanted.value`,
    );
  }

  query(accountId: string, query: RecordQuery): Promise<Result<RecordPage>> {
    this.#sendChangedFiles();
    const tokens = this.#tokens.known(accountId);
    return this.#thread.ask((engine) => engine.page(accountId, query, tokens));
  }

  series(accountId: string, filter: RecordFilter, unit: SeriesUnit | null): Promise<Result<RecordSeries>> {
    const tokens = this.#tokens.known(accountId);
    return this.#thread.ask((engine) => engine.series(accountId, filter, unit, tokens));
  }

  /** The record with this id, for the screen. */
  record(accountId: string, id: string): Promise<Result<ShownRecord | null>> {
    this.#sendChangedFiles();
    const tokens = this.#tokens.known(accountId);
    return this.#thread.ask((engine) => engine.record(accountId, id, tokens));
  }

  /** Files and records of all accounts that match any of the keys. */
  find(keys: LookupKeys, limit: number): Promise<Result<readonly Hit[]>> {
    this.#sendChangedFiles();
    return this.#thread.ask((engine) => engine.search(keys, limit));
  }

  /** Call before searches. Resolves once all data is loaded. */
  async prepareSearch(): Promise<void> {
    await this.#thread.ask((engine) => engine.prepareSearch());
  }

  /** Call when the journal has written these files, so that searches find their current state. */
  filesChanged(ids: Iterable<number>): void {
    // A thread that is not running reads everything when it starts.
    if (this.#thread.isRunning) for (const id of ids) this.#changedFiles.add(id);
  }

  /** A record as it is on disk. */
  get(accountId: string, id: string): SubmissionRecord | null {
    const row = this.#select.get(accountId, id);
    return row === undefined ? null : readRecord(row.record);
  }

  /** Records on disk with this hash (lower-case hex with `0x`), in no order. */
  withDataHash(accountId: string, dataHash: string): SubmissionRecord[] {
    return this.#selectByHash.all(accountId, dataHash).map((row) => readRecord(row.record));
  }

  /**
   * Returns the attempt sequence number at which each record was first stored. An attempt with a higher number did not
   * create the record. A record is left out if the number is unknown or if the record's time has changed: two services
   * of one account may use the same id for different submissions.
   */
  async seen(accountId: string, records: readonly SubmissionRecord[]): Promise<Map<SubmissionRecord, number>> {
    const seen = new Map<SubmissionRecord, number>();
    for (let start = 0; start < records.length; start += SEEN_AT_ONCE) {
      if (start > 0) await setImmediate();
      const some = records.slice(start, start + SEEN_AT_ONCE);
      const ids = JSON.stringify(some.map(({ id }) => id));
      const kept = new Map(this.#selectSeen.all(accountId, ids).map((row) => [String(row.id), row]));
      for (const record of some) {
        const row = kept.get(record.id);
        if (typeof row?.seen_sequence !== 'number' || row.created_at === null) continue;
        if (row.created_at === record.createdAt) seen.set(record, row.seen_sequence);
      }
    }
    return seen;
  }

  /** Stores records that were requested individually. They are on disk when it succeeds. */
  async put(accountId: string, records: readonly SubmissionRecord[]): Promise<Result<void>> {
    if (records.length === 0) return success(undefined);
    return this.#thread.ask((engine) => engine.put(accountId, records));
  }

  /** Reads the service's list to check which submissions it contains. Stores it like any other list. */
  async readList(accountId: string, to: Connection, question: ListExpectation): Promise<ServiceResult<CheckedList>> {
    // Read before the request, because the account may move to another service meanwhile.
    const reliability = this.#reliability.get(accountId) ?? new ListReliability();
    this.#reliability.set(accountId, reliability);
    const { expected, ids, receipts, isTrusted } = question;
    const read = await this.#sync.read(accountId, to, { expected, ids });
    if (!read.ok) return read;
    const { ended, isCounted } = read.value;
    const records = await this.#recordsOf(read.value);
    if (records === null) return { ok: false, error: { code: 'unreadable-answer' } };
    const complete = reliability.isComplete({ records, ended }, receipts, isTrusted || isCounted);
    return { ok: true, value: { records, complete } };
  }

  /**
   * Reads the records of a time range (epoch milliseconds, by the service's clock), which proves no absence. Null if the
   * service cannot list them.
   */
  async readRange(
    accountId: string,
    to: Connection,
    from: number,
    until: number,
  ): Promise<readonly SubmissionRecord[] | null> {
    const list = to.serviceKind === 'credits' ? await this.#sync.readRange(accountId, to, from, until) : null;
    return list === null ? null : this.#recordsOf(list);
  }

  /** The records of a list, once they are stored. Drops the list. */
  async #recordsOf(list: SyncedList): Promise<SubmissionRecord[] | null> {
    try {
      const records = await this.#sync.records(list);
      // Duplicates are found in the stored records.
      if (records !== null) await this.#sync.isStored(list);
      return records;
    } finally {
      this.#sync.drop(list);
    }
  }

  /** Reads the service's list unless it was read within this time. Calls during a reading share it. */
  refresh(accountId: string, unlessWithinMs: number): Promise<Result<null>> {
    return this.#refreshes.refresh(accountId, unlessWithinMs);
  }

  /** Call when a service has started. Reads the lists that could not be read before. */
  retryNotReady(): void {
    this.#refreshes.retryNotReady();
  }

  cancelRefresh(accountId: string): void {
    this.#refreshes.cancel(accountId);
  }

  /** Writes a file into the export folder, and returns its path. The caller removes it. */
  async export(accountId: string, order: Omit<ExportOrder, 'path' | 'tokens' | 'csv'>): Promise<Result<string>> {
    const path = newExport(this.#exportFolder, order.format);
    const whole = { ...order, path, csv: csvFormatOf(this.#region()), tokens: this.#tokens.known(accountId) };
    const written = await this.#thread.ask((engine) => engine.writeExport(accountId, whole));
    if (written.ok) return success(path);
    rmSync(path, { force: true });
    return written;
  }

  /** Call when the account has another address. Keeps its records. The next reading counts as the first. */
  moved(accountId: string): void {
    this.#leaveService(accountId);
    void this.#thread.ask((engine) => engine.moved(accountId));
  }

  /** Drops the memory of an account that is being removed. */
  forget(accountId: string): void {
    this.#leaveService(accountId);
    void this.#thread.ask((engine) => engine.forget(accountId));
  }

  /** Resolves once everything that was read is on disk. */
  async stored(): Promise<void> {
    await this.#thread.ask((engine) => engine.stored());
  }

  async close(): Promise<void> {
    this.#refreshes.close();
    await this.#thread.close();
  }

  #leaveService(accountId: string): void {
    this.#refreshes.cancel(accountId);
    this.#sync.forget(accountId);
    this.#reliability.delete(accountId);
  }

  #sendChangedFiles(): void {
    if (this.#changedFiles.size === 0) return;
    const ids = [...this.#changedFiles];
    this.#changedFiles = new Set();
    this.#thread.post((engine) => engine.filesChanged(ids));
  }

  #takeReport(report: EngineReport): void {
    const events = this.#events;
    switch (report.kind) {
      case 'changed':
        events.emit('records.changed', { accountId: report.accountId });
        return;
      case 'not-stored':
        events.emit('problem', { what: 'new records were not stored', detail: report.detail });
    }
  }
}

const exportName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(?:csv|json)$/;

/** A free path for an export. Throws if the folder is a link or not a folder. */
export function newExport(folder: string, format: 'csv' | 'json'): string {
  makeOwnFolder(folder);
  return join(folder, `${randomUUID()}.${format}`);
}

/** Removes exports of earlier runs and nothing else: the folder may contain the user's files, or be a link. */
function removeExports(folder: string): void {
  try {
    refuseAnothersFolder(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isFile() && exportName.test(entry.name)) rmSync(join(folder, entry.name), { force: true });
    }
  } catch {
    // The folder does not exist yet, or is not the app's.
  }
}
