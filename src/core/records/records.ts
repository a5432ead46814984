import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { KnownToken } from '../../shared/bridge/balances.ts';
import type { LookupKeys } from '../../shared/bridge/lookup.ts';
import {
  allRecords,
  type RecordFilter,
  type RecordPage,
  type RecordQuery,
  type RecordSeries,
  type RecordsWithId,
  type SeriesUnit,
  type TokenSpending,
} from '../../shared/bridge/records.ts';
import { csvFormatOf } from '../../shared/csv/csv-format.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Connection, Reach, ServiceResult } from '../service/index.ts';
import type { EngineReport, ExportOrder } from './engine-types.ts';
import { newExport, removeExports } from './export-folder.ts';
import { ListReliability, type ReceiptId, type Reliability } from './list-reliability.ts';
import { type RecordHash, RecordReader } from './record-reader.ts';
import { RecordsThread, type RecordsThreadParts } from './records-thread.ts';
import { Refreshes } from './refreshes.ts';
import type { Nearest } from './search/nearest.ts';
import type { Hit } from './search/search.ts';
import { ListSync } from './sync.ts';

/** All records in the order in which Spending is opened, and none of their rows. */
const noRows: RecordQuery = {
  filter: allRecords('UTC'),
  sort: { column: 'time', descending: true },
  group: 'none',
  offset: 0,
  count: 0,
};

export type RecordsParts = {
  readonly start: RecordsThreadParts['start'];
  readonly database: DatabaseSync;
  /** A folder of the records' own, for exports until they are saved; they are removed from it at every start. */
  readonly exportFolder: string;
  /** The locale of the system's regional settings, after which the person's spreadsheet goes. */
  readonly region: () => string;
  readonly now: () => number;
  /** Milliseconds of the steady clock; the process's own unless said. */
  readonly monotonic?: () => number;
  readonly connection: Reach;
  readonly knownTokens: (accountId: string) => readonly KnownToken[];
  /** Reads names and decimals of the account's tokens, where they are not known yet. */
  readonly readTokens: (accountId: string, connection: Connection) => Promise<void>;
  readonly events: DomainEvents;
};

/** What is read of an account's list for a decision about what is, or is not, in it. */
export type ListExpectation = {
  /** So many entries are looked for. */
  readonly expected: number;
  /** A list that has these is enough, however it goes on; null: it is wanted to its end. */
  readonly ids: readonly string[] | null;
  /** Those that must be in it: as they were when the reading began. */
  readonly receipts: readonly ReceiptId[];
  /** When that was, by the steady clock. */
  readonly readAt: number;
  /** The service is known to list at once, and without a cap, all that the account submits. */
  readonly isTrusted: boolean;
};

/** `isStored`: all of it is on the disk. */
export type CheckedList = Reliability & {
  readonly records: readonly SubmissionRecord[];
  readonly isStored: boolean;
};

/** All that accounts ever spent: read from the service, kept on this machine, questioned in a thread of its own. */
export class Records {
  readonly #parts: RecordsParts;
  readonly #thread: RecordsThread;
  readonly #reader: RecordReader;
  readonly #sync: ListSync;
  readonly #refreshes: Refreshes;
  readonly #reliability = new Map<string, ListReliability>();
  /** Files of this app that were written since the thread was last told. */
  #changedFiles = new Set<number>();

  constructor(parts: RecordsParts) {
    this.#parts = parts;
    removeExports(parts.exportFolder);
    this.#thread = new RecordsThread({
      start: parts.start,
      onReport: (report) => this.#takeReport(report),
      onCrash: (detail) => this.#tellProblem('records-restarted', detail),
    });
    this.#reader = new RecordReader(parts.database);
    this.#sync = new ListSync({
      thread: this.#thread,
      now: parts.now,
      monotonic: parts.monotonic ?? (() => performance.now()),
    });
    this.#refreshes = new Refreshes({ ...parts, thread: this.#thread, sync: this.#sync });
  }

  query(accountId: string, query: RecordQuery): Promise<Result<RecordPage>> {
    this.#tellChangedFiles();
    const tokens = this.#parts.knownTokens(accountId);
    return this.#thread.ask((engine) => engine.page(accountId, query, tokens));
  }

  series(accountId: string, filter: RecordFilter, unit: SeriesUnit | null): Promise<Result<RecordSeries>> {
    const tokens = this.#parts.knownTokens(accountId);
    return this.#thread.ask((engine) => engine.series(accountId, filter, unit, tokens));
  }

  /** The record with this id, or several where the service has several; none when there is none. */
  record(accountId: string, id: string): Promise<Result<RecordsWithId>> {
    this.#tellChangedFiles();
    const tokens = this.#parts.knownTokens(accountId);
    return this.#thread.ask((engine) => engine.withId(accountId, id, tokens));
  }

  /** What was spent from an instant on, by token. Empty when that cannot be told now. */
  async spentSince(accountId: string, since: Date): Promise<readonly TokenSpending[]> {
    const spent = await this.#thread.ask((engine) => engine.spentSince(accountId, since.getTime()));
    return spent.ok ? spent.value : [];
  }

  /** When an account's oldest record was made (UTC instant); null when there is none, or it cannot be told now. */
  async oldest(accountId: string): Promise<string | null> {
    const page = await this.query(accountId, noRows);
    return page.ok ? page.value.oldest : null;
  }

  /** Files of this app and records, of all accounts, that fit any of the keys. */
  find(keys: LookupKeys, limit: number): Promise<Result<readonly Hit[]>> {
    this.#tellChangedFiles();
    return this.#thread.ask((engine) => engine.search(keys, limit));
  }

  /** What was perhaps meant where nothing was found. */
  nearest(keys: LookupKeys, limit: number): Promise<Result<Nearest | null>> {
    return this.#thread.ask((engine) => engine.nearest(keys, limit));
  }

  /** Searches are about to come. Resolves once the first need not wait. */
  async prepareSearch(): Promise<void> {
    await this.#thread.ask((engine) => engine.prepareSearch());
  }

  /** These files of the journal were written: they are found, and name their records, as they are now. */
  filesChanged(ids: Iterable<number>): void {
    // Until the thread is there, everything is yet to be read.
    if (this.#thread.isRunning) for (const id of ids) this.#changedFiles.add(id);
  }

  /** A record as it is on the disk. */
  get(accountId: string, id: string): SubmissionRecord | null {
    return this.#reader.get(accountId, id);
  }

  /** Records on the disk with this hash (lower-case hex with `0x`), in no order. */
  withDataHash(accountId: string, dataHash: string): SubmissionRecord[] {
    return this.#reader.withDataHash(accountId, dataHash);
  }

  /** What the service gave as the hashes of those of these submissions whose records have one, by their ids. */
  hashesOf(accountId: string, ids: readonly string[]): ReadonlyMap<string, RecordHash> {
    return this.#reader.hashesOf(accountId, ids);
  }

  /** How far the order of all attempts had come when these records were first kept, where that is known. */
  seen(accountId: string, records: readonly SubmissionRecord[]): Promise<Map<SubmissionRecord, number>> {
    return this.#reader.seen(accountId, records);
  }

  /** Keeps records that were asked for one by one. They are on the disk when it succeeds. */
  async put(accountId: string, records: readonly SubmissionRecord[]): Promise<Result<void>> {
    if (records.length === 0) return success(undefined);
    return this.#thread.ask((engine) => engine.put(accountId, records));
  }

  /** Reads the service's list for a decision about what is in it. It is kept like any other. */
  async readList(accountId: string, to: Connection, question: ListExpectation): Promise<ServiceResult<CheckedList>> {
    // Of the service that is read, should the account leave it meanwhile.
    const reliability = this.#reliabilityOf(accountId);
    const { expected, ids, receipts, readAt, isTrusted } = question;
    const read = await this.#sync.read(accountId, to, { expected, ids });
    if (!read.ok) return read;
    const list = read.value;
    try {
      const records = await this.#sync.records(list);
      const lost = { code: 'unreadable-answer', values: { why: 'list-dropped' } } as const;
      if (records === null) return { ok: false, error: lost };
      const isStored = await this.#sync.isStored(list);
      const noted = await reliability.note({ records, ended: list.ended }, receipts, readAt, isTrusted);
      return { ok: true, value: { records, isStored, ...noted } };
    } finally {
      this.#sync.drop(list);
    }
  }

  /** Reads the service's list unless that was done within so many milliseconds. Who asks meanwhile shares it. */
  refresh(accountId: string, unlessWithinMs: number): Promise<Result<null>> {
    return this.#refreshes.refresh(accountId, unlessWithinMs);
  }

  /** A service has come up: reads what was to be read before it had. */
  retryNotReady(): void {
    this.#refreshes.retryNotReady();
  }

  cancelRefresh(accountId: string): void {
    this.#refreshes.cancel(accountId);
  }

  /** Writes a file into the export folder; who takes it from there removes it. */
  async export(
    accountId: string,
    order: Omit<ExportOrder, 'path' | 'tokens' | 'csv'>,
  ): Promise<Result<{ readonly file: string; readonly records: number }>> {
    const path = newExport(this.#parts.exportFolder, order.format);
    const { knownTokens, region } = this.#parts;
    const whole = { ...order, path, csv: csvFormatOf(region()), tokens: knownTokens(accountId) };
    const written = await this.#thread.ask((engine) => engine.writeExport(accountId, whole));
    if (!written.ok) {
      rmSync(path, { force: true });
      return written;
    }
    const { records } = written.value;
    if (records === null) return failure({ code: 'cancelled', values: { what: 'export' } });
    return success({ file: path, records });
  }

  cancelExport(exportId: string): void {
    this.#thread.post((engine) => engine.cancelExport(exportId));
  }

  /** The account is at another address: what was spent stays, and the list is read anew as if for the first time. */
  moved(accountId: string): void {
    this.#refreshes.cancel(accountId);
    this.#sync.forget(accountId);
    this.#reliability.delete(accountId);
    void this.#thread.ask((engine) => engine.moved(accountId));
  }

  /** Drops all that is held for an account that is being taken away; what is on disk goes with it. */
  forget(accountId: string): void {
    this.#refreshes.cancel(accountId);
    this.#sync.forget(accountId);
    this.#reliability.delete(accountId);
    void this.#thread.ask((engine) => engine.forget(accountId));
  }

  /** Resolves once all that was read is on disk. */
  async stored(): Promise<void> {
    await this.#thread.ask((engine) => engine.stored());
  }

  async close(): Promise<void> {
    this.#refreshes.close();
    await this.#thread.close();
  }

  #reliabilityOf(accountId: string): ListReliability {
    const known = this.#reliability.get(accountId) ?? new ListReliability();
    this.#reliability.set(accountId, known);
    return known;
  }

  #tellChangedFiles(): void {
    if (this.#changedFiles.size === 0) return;
    const ids = [...this.#changedFiles];
    this.#changedFiles = new Set();
    this.#thread.post((engine) => engine.filesChanged(ids));
  }

  #takeReport(report: EngineReport): void {
    const { events } = this.#parts;
    switch (report.kind) {
      case 'changed':
        events.emit('records.changed', { accountId: report.accountId });
        return;
      case 'export-progress':
        events.emit('records.export-progress', { exportId: report.exportId, done: report.done, total: report.total });
        return;
      case 'not-stored':
        this.#tellProblem('records-not-stored', report.detail);
    }
  }

  #tellProblem(code: 'records-restarted' | 'records-not-stored', detail: string): void {
    this.#parts.events.emit('problem', { what: code, detail });
    this.#parts.events.notice({ code });
  }
}
