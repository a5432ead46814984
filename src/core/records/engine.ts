import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KnownToken } from '../../shared/bridge/balances.ts';
import type {
  RecordColumn,
  RecordFilter,
  RecordPage,
  RecordQuery,
  RecordSeries,
  RecordSort,
  SeriesUnit,
  ShownRecord,
} from '../../shared/bridge/records.ts';
import type { CsvFormat } from '../../shared/csv.ts';
import type { LookupKeys } from '../../shared/lookup-keys.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { type SubmissionListReader, submissionsReader } from '../service/index.ts';
import type { Commit } from '../storage/index.ts';
import { AccountRecords } from './account-records.ts';
import { AccountView } from './account-view.ts';
import { RecordSheet, writeExport } from './export.ts';
import { indexRecord, recordFile } from './indexed-record.ts';
import { type OwnFileQueries, OwnFiles } from './own-files.ts';
import { type PagePlace, RecordStore, type SyncState } from './record-store.ts';
import { type Hit, hitsOf, matchingFiles, matchingRecords, similarFiles } from './search.ts';
import { TokenNames } from './tokens.ts';

export type EngineData = {
  readonly databasePath: string;
  readonly ownFiles: OwnFileQueries;
  /** For tests: the most records of an account. */
  readonly most?: number | undefined;
};

export type ExportOrder = {
  readonly filter: RecordFilter;
  readonly sort: RecordSort;
  readonly format: 'csv' | 'json';
  readonly columns: readonly RecordColumn[];
  readonly csv: CsvFormat;
  /** The file to write. */
  readonly path: string;
  readonly tokens: readonly KnownToken[];
};

/**
 * `listed`: the number of entries; null if unreadable, or for a removed account. `isPart`: the list says that it goes on.
 */
export type TakenList = { readonly listed: number | null; readonly isPart: boolean };

/** `fresh`: the number of entries that no earlier page has. `total`: null if the service does not state it. */
export type TakenPage = TakenList & { readonly fresh: number; readonly total: number | null };

export type EngineReport =
  | { readonly kind: 'changed'; readonly accountId: string }
  /** Records cannot be stored at the moment. The write is retried. */
  | { readonly kind: 'not-stored'; readonly detail: string };

/** An account in memory. `asOf`: the time at which its list was last read completely. */
type LoadedAccount = { readonly records: AccountRecords; readonly view: AccountView; asOf: string | null };

/** A list of the service, from its first bytes until the main thread drops it. It may come in several answers. */
type ArrivingList = {
  reader: SubmissionListReader;
  records: readonly SubmissionRecord[];
  /** The ids on the pages so far. */
  readonly ids: Set<string>;
  isStored: Promise<boolean>;
};

/** Runs in the records' thread: holds the accounts' records, stores them on disk, and searches them. */
export class RecordsEngine {
  readonly #store: RecordStore;
  readonly #files: OwnFiles;
  readonly #report: (report: EngineReport) => void;
  readonly #most: number | undefined;
  readonly #accounts = new Map<string, LoadedAccount>();
  readonly #lists = new Map<string, ArrivingList>();
  readonly #removed = new Set<string>();
  #prepared: Promise<void> | null = null;
  #isClosed = false;

  constructor(
    database: DatabaseSync,
    commit: Commit,
    ownFiles: OwnFileQueries,
    report: (report: EngineReport) => void,
    most?: number,
  ) {
    this.#store = new RecordStore(
      database,
      commit,
      (detail) => report({ kind: 'not-stored', detail }),
      (accountId) => this.#accounts.delete(accountId),
    );
    this.#files = new OwnFiles(database, ownFiles);
    this.#report = report;
    this.#most = most;
  }

  page(accountId: string, query: RecordQuery, tokens: readonly KnownToken[]): RecordPage {
    const { view, asOf } = this.#open(accountId);
    return { accountId, asOf, ...view.page(query, tokens) };
  }

  series(
    accountId: string,
    filter: RecordFilter,
    unit: SeriesUnit | null,
    tokens: readonly KnownToken[],
  ): RecordSeries {
    return this.#open(accountId).view.series(filter, unit, tokens);
  }

  /** Null if there is no record with this id. */
  record(accountId: string, id: string, tokens: readonly KnownToken[]): ShownRecord | null {
    const entry = this.#open(accountId).records.get(id);
    if (entry === null) return null;
    const { record, file } = entry;
    const names = new TokenNames(tokens);
    return {
      record,
      token: names.nameOf(record.tokenDetailsId),
      decimals: names.decimalsOf(record.tokenDetailsId),
      file: file === null ? null : recordFile(file),
    };
  }

  keptState(accountId: string): { readonly asOf: string | null; readonly kept: number } {
    const { records, asOf } = this.#open(accountId);
    return { asOf, kept: records.size };
  }

  /** The place at which an unfinished reading of the account's list continues; null if there is none. */
  pagePlace(accountId: string): PagePlace | null {
    return this.#store.place(accountId);
  }

  /** Call before the first bytes of each answer of a list, also when it is requested again. */
  beginList(listId: string): void {
    const reader = submissionsReader();
    const list = this.#lists.get(listId);
    if (list !== undefined) list.reader = reader;
    else this.#lists.set(listId, { reader, records: [], ids: new Set(), isStored: Promise.resolve(true) });
  }

  takeListBytes(listId: string, bytes: Uint8Array): void {
    this.#lists.get(listId)?.reader.push(bytes);
  }

  /** Call after the last bytes of an answer. Merges it into the account's records. */
  takeList(listId: string, accountId: string): TakenList {
    const list = this.#arriving(listId);
    const records = list.reader.end();
    if (records === null || this.#removed.has(accountId)) return { listed: null, isPart: false };
    this.#merge(list, accountId, records, null);
    list.records = list.records.concat(records);
    return { listed: records.length, isPart: list.reader.isPart(records.length) };
  }

  /**
   * Call after the last bytes of a page. `beganAt`: the time of the first request of a reading that can be resumed. Its
   * records are stored with the place of the next page, and not held. Null: the list holds its records.
   */
  takePage(listId: string, accountId: string, offset: number, beganAt: string | null): TakenPage {
    const list = this.#arriving(listId);
    const records = list.reader.end();
    if (records === null || this.#removed.has(accountId)) return { listed: null, isPart: false, fresh: 0, total: null };
    const total = list.reader.total();
    const nextOffset = offset + records.length;
    const isResumable = beganAt !== null && total !== null;
    this.#merge(list, accountId, records, isResumable ? { kind: 'page', nextOffset, total, beganAt } : null);
    if (beganAt === null) list.records = list.records.concat(records);
    const before = list.ids.size;
    for (const { id } of records) list.ids.add(id);
    const isPart = list.reader.isPart(nextOffset);
    return { listed: records.length, isPart, fresh: list.ids.size - before, total };
  }

  /** Call when a whole list was read. */
  noteSync(accountId: string, asOf: string): void {
    const account = this.#open(accountId);
    account.asOf = asOf;
    void this.#store.keep(accountId, account.records, [], { kind: 'whole', asOf });
    this.#report({ kind: 'changed', accountId });
  }

  /** A range of a list's records in the service's order. */
  listRecords(listId: string, from: number, count: number): readonly SubmissionRecord[] {
    return this.#lists.get(listId)?.records.slice(from, from + count) ?? [];
  }

  listHolds(listId: string, ids: readonly string[]): boolean {
    const listed = new Set(this.#lists.get(listId)?.records.map(({ id }) => id));
    return ids.every((id) => listed.has(id));
  }

  /** Resolves to true once the whole list is on disk, or to false if writing fails. */
  async isListStored(listId: string): Promise<boolean> {
    return (await this.#lists.get(listId)?.isStored) ?? false;
  }

  dropList(listId: string): void {
    this.#lists.delete(listId);
  }

  /** Adds records that were requested individually. They are on disk when it resolves. */
  async put(accountId: string, records: readonly SubmissionRecord[]): Promise<void> {
    if (this.#removed.has(accountId)) throw new Error('The account was removed.');
    await this.#store.put(accountId, records);
    // An account that is not in memory will load these records from disk.
    const { touched } = this.#accounts.get(accountId)?.records.merge(records) ?? { touched: [] };
    if (touched.length > 0) this.#report({ kind: 'changed', accountId });
  }

  async writeExport(accountId: string, order: ExportOrder): Promise<void> {
    const { path, format, columns, filter, sort, csv, tokens } = order;
    const { view } = this.#open(accountId);
    const entries = view.all(filter, sort, tokens);
    const exported = { entries, tokens: new TokenNames(tokens), rowOf: view.rowOf.bind(view) };
    const sheet = format === 'csv' ? new RecordSheet(columns, filter.timeZone, csv) : null;
    await writeExport(exported, { path, sheet });
  }

  /**
   * Files and records of all accounts that match any of the keys. Accounts that are not in memory yet are searched on
   * disk.
   */
  search(keys: LookupKeys, limit: number): readonly Hit[] {
    // Loads in later turns, so this search still reads the disk.
    void this.prepareSearch();
    const files = this.#files.like(keys);
    const loaded = [...this.#accounts].map(([accountId, { records }]) =>
      matchingRecords(accountId, records.entries(), keys, records.codes),
    );
    const elsewhere = this.#store
      .accounts()
      .filter((accountId) => !this.#accounts.has(accountId) && !this.#removed.has(accountId))
      .map((accountId) => {
        const like = this.#store.recordsLike(accountId, keys.hex, keys.days);
        return matchingRecords(
          accountId,
          Array.from(like, (record) => indexRecord(record, null)),
          keys,
        );
      });
    const found = [matchingFiles(files, keys, this.#files.codes), ...loaded, ...elsewhere].flat();
    return hitsOf(found.length > 0 ? found : similarFiles(files, keys), limit);
  }

  /** Loads everything that can be searched. */
  prepareSearch(): Promise<void> {
    this.#prepared ??= this.#readAll();
    return this.#prepared;
  }

  /** Call when the journal has written these files, so that searches find their current state. */
  filesChanged(ids: readonly number[]): void {
    const receipts = Map.groupBy(this.#files.changed(ids), ({ accountId }) => accountId);
    for (const [accountId, some] of receipts) {
      this.#accounts.get(accountId)?.records.filesChanged(some.map(({ submissionId }) => submissionId));
    }
  }

  /** Call when the account uses another service: its list counts as never read. */
  moved(accountId: string): void {
    const account = this.#accounts.get(accountId);
    if (account !== undefined) account.asOf = null;
    this.#store.forgetSync(accountId);
    this.#report({ kind: 'changed', accountId });
  }

  forget(accountId: string): void {
    this.#removed.add(accountId);
    this.#accounts.delete(accountId);
    this.#files.forget(accountId);
    this.#store.forget(accountId);
  }

  stored(): Promise<void> {
    return this.#store.stored();
  }

  /** For tests that run the engine in their own thread. */
  close(): void {
    this.#isClosed = true;
    this.#store.close();
  }

  #arriving(listId: string): ArrivingList {
    const list = this.#lists.get(listId);
    // This thread may have been restarted since the list began.
    if (list === undefined) throw new Error('The list did not arrive whole.');
    return list;
  }

  #merge(list: ArrivingList, accountId: string, records: readonly SubmissionRecord[], state: SyncState | null): void {
    const account = this.#open(accountId);
    const { touched, isWhole } = account.records.merge(records);
    const earlier = list.isStored;
    list.isStored = this.#store
      .keep(accountId, account.records, touched, state)
      .then(async (isWritten) => isWritten && isWhole && (await earlier));
    if (touched.length > 0) this.#report({ kind: 'changed', accountId });
    this.#prepare(account.records);
  }

  /** The account's records, read from disk if they are not in memory. */
  #open(accountId: string): LoadedAccount {
    const known = this.#accounts.get(accountId);
    if (known !== undefined) return known;
    const records = new AccountRecords((id) => this.#files.withReceipt(accountId, id), this.#most);
    for (const page of this.#store.records(accountId)) records.addStored(page);
    const account = { records, view: new AccountView(records), asOf: this.#store.asOf(accountId) };
    this.#accounts.set(accountId, account);
    this.#prepare(records);
    return account;
  }

  /** Prepares the filter's texts in pieces, so that the first key typed is not delayed. */
  #prepare(records: AccountRecords): void {
    setImmediate(() => {
      if (records.prepareSome()) this.#prepare(records);
    });
  }

  /** Yields between pieces, so that other calls are answered. */
  async #readAll(): Promise<void> {
    for (const accountId of this.#store.accounts()) {
      await nextTurn();
      if (this.#isClosed) return;
      if (this.#removed.has(accountId)) continue;
      const { records } = this.#open(accountId);
      await nextTurn();
      records.codes.pack(records.entries());
    }
    await nextTurn();
    this.#files.codes.pack(this.#files.all());
  }
}
