import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KnownToken } from '../../shared/bridge/balances.ts';
import type {
  RecordFilter,
  RecordPage,
  RecordQuery,
  RecordSeries,
  RecordsWithId,
  SeriesUnit,
  ShownRecord,
  TokenSpending,
} from '../../shared/bridge/records.ts';
import type { LookupKeys } from '../../shared/lookup-keys.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { type SubmissionListReader, submissionsReader } from '../service/index.ts';
import type { Commit } from '../storage/index.ts';
import type { KeptLimits } from './account-records.ts';
import type { EngineReport, Exported, ExportOrder, KeptState, TakenList } from './engine-types.ts';
import { RecordSheet, writeExport } from './export.ts';
import { recordFile, searchableRecord } from './indexed-record.ts';
import { type LoadedAccount, LoadedAccounts } from './loaded-accounts.ts';
import { type Nearest, nearest } from './nearest.ts';
import { type OwnFileQueries, OwnFiles } from './own-files.ts';
import { type LastSync, RecordStore } from './record-store.ts';
import { type Hit, search } from './search.ts';
import { SearchRows } from './search-rows.ts';
import { TokenNames } from './tokens.ts';

/** A list of the service while its bytes come, and until its records have been handed over. */
type Arriving = {
  readonly reader: SubmissionListReader;
  records: readonly SubmissionRecord[];
  isStored: Promise<boolean>;
};

class ArrivingLists {
  readonly #lists = new Map<string, Arriving>();

  /** What came of it before is void: it is asked for again. */
  begin(listId: string): void {
    this.#lists.set(listId, { reader: submissionsReader(), records: [], isStored: Promise.resolve(false) });
  }

  push(listId: string, bytes: Uint8Array): void {
    this.#lists.get(listId)?.reader.push(bytes);
  }

  /** All bytes of a list have come. `records`: null when it is unreadable. */
  end(listId: string): { readonly records: readonly SubmissionRecord[] | null; readonly isPart: boolean } {
    const list = this.#lists.get(listId);
    // A thread that was started anew meanwhile has not heard of it.
    if (list === undefined) throw new Error('The list did not arrive whole.');
    const records = list.reader.end();
    return { records, isPart: list.reader.isPart() };
  }

  /** Its records have been taken in. `isStored`: whether all of them are on the disk, once that is known. */
  keep(listId: string, records: readonly SubmissionRecord[], isStored: Promise<boolean>): void {
    const list = this.#lists.get(listId);
    if (list === undefined) return;
    list.records = records;
    list.isStored = isStored;
  }

  /** As the service listed them: so many from one on. */
  records(listId: string, from: number, count: number): readonly SubmissionRecord[] {
    return this.#lists.get(listId)?.records.slice(from, from + count) ?? [];
  }

  holds(listId: string, ids: readonly string[]): boolean {
    const listed = new Set(this.#lists.get(listId)?.records.map(({ id }) => id));
    return ids.every((id) => listed.has(id));
  }

  isStored(listId: string): Promise<boolean> {
    return this.#lists.get(listId)?.isStored ?? Promise.resolve(false);
  }

  drop(listId: string): void {
    this.#lists.delete(listId);
  }
}

/** Of the records with one id. All of them are rows of the table, and in what is exported. */
const SAME_ID_SHOWN = 20;
/** One that is cancelled may not have begun yet; so many more are never on their way. */
const CANCELLED_KEPT = 64;
const PROGRESS_EVERY_MS = 100;

export type EngineOptions = {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  readonly most: KeptLimits;
  readonly ownFiles: OwnFileQueries;
  readonly report: (report: EngineReport) => void;
};

/** All that the records' thread is asked: it holds accounts' records, keeps them on the disk, and searches them. */
export class RecordsEngine {
  readonly #store: RecordStore;
  readonly #files: OwnFiles;
  readonly #accounts: LoadedAccounts;
  readonly #lists = new ArrivingLists();
  readonly #report: (report: EngineReport) => void;
  readonly #gone = new Set<string>();
  readonly #cancelledExports = new Set<string>();
  #prepared: Promise<void> | null = null;
  #preparing: NodeJS.Immediate | null = null;
  #isSearched = false;

  constructor({ database, commit, most, ownFiles, report }: EngineOptions) {
    this.#store = new RecordStore(
      database,
      commit,
      (detail) => report({ kind: 'not-stored', detail }),
      (accountId) => this.#accounts.drop(accountId),
    );
    this.#files = new OwnFiles(database, ownFiles);
    this.#accounts = new LoadedAccounts(this.#store, this.#files, most);
    this.#report = report;
  }

  page(accountId: string, query: RecordQuery, tokens: readonly KnownToken[]): RecordPage {
    this.#store.giveWay();
    const { records, view, sync } = this.#accounts.open(accountId);
    const listed = sync !== null && sync.listed < records.size ? sync.listed : null;
    return view.page(query, tokens, { accountId, asOf: sync?.asOf ?? null, listed, isFull: records.isFull });
  }

  series(
    accountId: string,
    filter: RecordFilter,
    unit: SeriesUnit | null,
    tokens: readonly KnownToken[],
  ): RecordSeries {
    return this.#accounts.open(accountId).view.series(filter, unit, tokens);
  }

  withId(accountId: string, asked: string, tokens: readonly KnownToken[]): RecordsWithId {
    const { records, view } = this.#accounts.open(accountId);
    const id = view.idOf(asked);
    const names = new TokenNames(tokens);
    const whole = (record: SubmissionRecord, file: ShownRecord['file']): ShownRecord => ({
      record,
      token: names.nameOf(record.tokenDetailsId),
      decimals: names.decimalsOf(record.tokenDetailsId),
      file,
    });
    const some = records.withId(id, 0, SAME_ID_SHOWN);
    return {
      records: some.map(({ record, file }) => whole(record, file === null ? null : recordFile(file))),
      count: some.length === 0 ? 0 : 1 + records.otherCount(id),
      earlier: this.#store.earlier(accountId, id).map(({ record, until }) => ({ ...whole(record, null), until })),
    };
  }

  spentSince(accountId: string, sinceMs: number): TokenSpending[] {
    return this.#accounts.open(accountId).view.spentSince(sinceMs);
  }

  keptState(accountId: string): KeptState {
    const { records, sync } = this.#accounts.open(accountId);
    return { limit: sync?.limit ?? null, kept: records.size, asOf: sync?.asOf ?? null };
  }

  /** A list begins to come. */
  beginList(listId: string): void {
    this.#lists.begin(listId);
  }

  takeListBytes(listId: string, bytes: Uint8Array): void {
    this.#lists.push(listId, bytes);
  }

  /** All bytes of a list have come. */
  takeList(listId: string, accountId: string): TakenList {
    const { records, isPart } = this.#lists.end(listId);
    // It may have been taken away while the list was on its way.
    if (records === null || this.#gone.has(accountId)) return { listed: null, isPart: false };
    // What is new is asked for at once by who looks at it.
    this.#store.giveWay();
    const account = this.#accounts.open(accountId);
    const { touched, leftOut } = account.records.mergeList(records);
    const isWritten = this.#store.keep(accountId, account.records, touched, null);
    this.#lists.keep(
      listId,
      records,
      isWritten.then((written) => written && leftOut.size === 0),
    );
    if (touched.length > 0) this.#report({ kind: 'changed', accountId });
    this.#accounts.prepare(account.view);
    return { listed: records.length, isPart };
  }

  /** A whole list has been taken in. */
  noteSync(accountId: string, sync: LastSync): void {
    const account = this.#accounts.open(accountId);
    account.sync = sync;
    void this.#store.keep(accountId, account.records, [], sync);
    this.#report({ kind: 'changed', accountId });
  }

  /** The records of a list, as the service listed them: so many from one on. */
  listRecords(listId: string, from: number, count: number): readonly SubmissionRecord[] {
    return this.#lists.records(listId, from, count);
  }

  listHolds(listId: string, ids: readonly string[]): boolean {
    return this.#lists.holds(listId, ids);
  }

  /** Whether all of a list is on the disk; resolves when it is, or will never be. */
  isListStored(listId: string): Promise<boolean> {
    return this.#store.awaited(this.#lists.isStored(listId));
  }

  dropList(listId: string): void {
    this.#lists.drop(listId);
  }

  /** Takes in records that were asked for one by one. They are on the disk when it resolves. */
  async put(accountId: string, records: readonly SubmissionRecord[]): Promise<void> {
    if (this.#gone.has(accountId)) throw new Error('The account was taken away.');
    const known = this.#accounts.known(accountId)?.records;
    const own = known === undefined ? records : records.filter((record) => !known.isAmongOthers(record));
    await this.#store.put(accountId, own);
    // What is not in memory is read from the disk when it is asked for, these records with it.
    const account = this.#accounts.known(accountId);
    if (account !== undefined) this.#takeAsked(accountId, account, own);
  }

  async writeExport(accountId: string, order: ExportOrder): Promise<Exported> {
    const { exportId } = order;
    const { view } = this.#accounts.open(accountId);
    const entries = view.all(order.filter, order.sort, order.tokens);
    const total = entries.length;
    let reportedAt = performance.now();
    const onProgress = (done: number): void => {
      if (performance.now() - reportedAt < PROGRESS_EVERY_MS && done < total) return;
      reportedAt = performance.now();
      this.#report({ kind: 'export-progress', exportId, done, total });
    };
    const exported = { entries, tokens: new TokenNames(order.tokens), rowOf: view.rowOf.bind(view) };
    const { path, format, columns, filter, csv } = order;
    const sheet = format === 'csv' ? new RecordSheet(columns, filter.timeZone, csv) : null;
    try {
      const isWanted = (): boolean => !this.#cancelledExports.has(exportId);
      const isWritten = await this.#store.stillDuring(writeExport(exported, { path, sheet }, onProgress, isWanted));
      return { records: isWritten ? total : null };
    } finally {
      this.#cancelledExports.delete(exportId);
    }
  }

  cancelExport(exportId: string): void {
    this.#cancelledExports.add(exportId);
    for (const oldest of [...this.#cancelledExports].slice(0, -CANCELLED_KEPT)) this.#cancelledExports.delete(oldest);
  }

  /** Files and records of all accounts that fit any of the keys. What is not in memory yet is looked through on the disk. */
  search(keys: LookupKeys, limit: number): readonly Hit[] {
    this.#store.giveWay();
    // The first is answered from the disk, and then all is read. Searches that come fast would leave no turn for that.
    if (this.#isSearched) void this.prepareSearch();
    else this.#preparing = setImmediate(() => void this.prepareSearch());
    this.#isSearched = true;
    const held = this.#accounts.all().map(([accountId, { records }]) => records.searchRows(accountId));
    const elsewhere = this.#store
      .accounts()
      .filter((accountId) => !this.#accounts.has(accountId) && !this.#gone.has(accountId))
      .map((accountId) => {
        const like = this.#store.recordsLike(accountId, keys.hex, keys.days);
        return new SearchRows(Array.from(like, (record) => searchableRecord(accountId, record)));
      });
    return search([this.#files.like(keys), ...held, ...elsewhere], keys, limit);
  }

  /** What was perhaps meant where nothing fits, among what is in memory. */
  nearest(keys: LookupKeys, limit: number): Nearest | null {
    this.#store.giveWay();
    const held = this.#accounts.all().map(([accountId, { records }]) => records.searchRows(accountId));
    return nearest([this.#files.all(), ...held], keys, limit);
  }

  /** Searches are about to come: all that there is room for is read. */
  prepareSearch(): Promise<void> {
    this.#prepared ??= this.#readAll();
    return this.#prepared;
  }

  /** The journal has written these files: they are found by what they are now. */
  filesChanged(ids: readonly number[]): void {
    const receipts = Map.groupBy(this.#files.changed(ids), ({ accountId }) => accountId);
    for (const [accountId, some] of receipts) {
      this.#accounts.known(accountId)?.records.nameAnew(some.map(({ submissionId }) => submissionId));
    }
  }

  /** How far the account's service lists is no longer known: it is another service. */
  moved(accountId: string): void {
    const account = this.#accounts.known(accountId);
    if (account !== undefined) account.sync = null;
    this.#store.forgetSync(accountId);
    this.#report({ kind: 'changed', accountId });
  }

  forget(accountId: string): void {
    this.#gone.add(accountId);
    this.#accounts.drop(accountId);
    this.#files.forget(accountId);
    this.#store.forget(accountId);
  }

  /** Resolves once all that is waiting to be stored is stored. */
  stored(): Promise<void> {
    return this.#store.stored();
  }

  /** For who runs it in no thread of its own. */
  close(): void {
    if (this.#preparing !== null) clearImmediate(this.#preparing);
    this.#store.close();
  }

  /** In pieces: questions that come meanwhile are answered in between. */
  async #readAll(): Promise<void> {
    for (const accountId of this.#store.accounts()) {
      if (!this.#gone.has(accountId)) await this.#accounts.load(accountId);
    }
    while (this.#files.all().prepareSome()) await nextTurn();
    for (const [accountId, { records }] of this.#accounts.all()) {
      while (records.searchRows(accountId).prepareSome()) await nextTurn();
    }
  }

  #takeAsked(accountId: string, account: LoadedAccount, records: readonly SubmissionRecord[]): void {
    const before = account.records.size;
    if (!account.records.mergeSome(records)) return;
    this.#report({ kind: 'changed', accountId });
    const added = account.records.size - before;
    if (added === 0 || account.sync === null) return;
    // What came since the last list is no sign that the service lists only a part.
    account.sync = { ...account.sync, listed: account.sync.listed + added };
    void this.#store.keep(accountId, account.records, [], account.sync);
  }
}
