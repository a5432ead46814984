import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KnownToken } from '../../../shared/bridge/balances.ts';
import type { LookupKeys } from '../../../shared/bridge/lookup.ts';
import type {
  RecordFilter,
  RecordPage,
  RecordQuery,
  RecordSeries,
  RecordsWithId,
  ShownRecord,
  TokenSpending,
} from '../../../shared/bridge/records.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import { type SubmissionListReader, submissionsReader } from '../../service/index.ts';
import type { Commit } from '../../storage/index.ts';
import type { EngineReport, Exported, ExportOrder, KeptState, TakenList } from '../engine-types.ts';
import { AccountView } from '../query/account-view.ts';
import { searchableRecord } from '../query/entry.ts';
import { TokenNames } from '../query/tokens.ts';
import { type Hit, search } from '../search/search.ts';
import { SearchRows } from '../search/search-rows.ts';
import { AccountRecords } from './account-records.ts';
import { writeExport } from './export.ts';
import type { KeptLimits } from './kept-limits.ts';
import { type OwnFileQueries, OwnFiles } from './own-files.ts';
import { type LastSync, RecordStore } from './store.ts';

/** Of the records with one id. All of them are rows of the table, and in what is exported. */
const SAME_ID_SHOWN = 20;
/** One that is cancelled may not have begun yet; so many more are never on their way. */
const CANCELLED_KEPT = 64;
const PROGRESS_EVERY_MS = 100;

export type EngineParts = {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  readonly most: KeptLimits;
  readonly ownFiles: OwnFileQueries;
  readonly report: (report: EngineReport) => void;
};

type Account = { readonly records: AccountRecords; readonly view: AccountView; sync: LastSync | null };

/** A list of the service while its bytes come, and until its records have been handed over. */
type Arriving = {
  readonly reader: SubmissionListReader;
  records: readonly SubmissionRecord[];
  isStored: Promise<boolean>;
};

/** All that the records' thread is asked: it holds accounts' records, keeps them on the disk, and searches them. */
export class RecordsEngine {
  readonly #store: RecordStore;
  readonly #files: OwnFiles;
  readonly #most: KeptLimits;
  readonly #report: (report: EngineReport) => void;
  readonly #accounts = new Map<string, Account>();
  readonly #gone = new Set<string>();
  readonly #lists = new Map<string, Arriving>();
  readonly #cancelledExports = new Set<string>();
  #prepared: Promise<void> | null = null;

  constructor({ database, commit, most, ownFiles, report }: EngineParts) {
    this.#store = new RecordStore({
      database,
      commit,
      onTrouble: (detail) => report({ kind: 'not-stored', detail }),
      // Read anew from the disk, with which the next list is compared.
      onLost: (accountId) => this.#accounts.delete(accountId),
    });
    this.#files = new OwnFiles(database, ownFiles);
    this.#most = most;
    this.#report = report;
  }

  page(accountId: string, query: RecordQuery, tokens: readonly KnownToken[]): RecordPage {
    this.#store.giveWay();
    const { records, view, sync } = this.#open(accountId);
    const listed = sync !== null && sync.listed < records.size ? sync.listed : null;
    return view.page(query, tokens, { accountId, asOf: sync?.asOf ?? null, listed, isFull: records.isFull });
  }

  series(accountId: string, filter: RecordFilter, tokens: readonly KnownToken[]): RecordSeries {
    return this.#open(accountId).view.series(filter, tokens);
  }

  withId(accountId: string, asked: string, tokens: readonly KnownToken[]): RecordsWithId {
    const { records, view } = this.#open(accountId);
    const id = view.idOf(asked);
    const names = new TokenNames(tokens);
    const whole = (record: SubmissionRecord, file: ShownRecord['file']): ShownRecord => ({
      record,
      token: names.nameOf(record.tokenDetailsId),
      decimals: names.decimalsOf(record.tokenDetailsId),
      file: file === null ? null : { name: file.name, folder: file.folder },
    });
    const some = records.withId(id, 0, SAME_ID_SHOWN);
    return {
      records: some.map(({ record, file }) => whole(record, file)),
      count: some.length === 0 ? 0 : 1 + records.otherCount(id),
      earlier: this.#store.earlier(accountId, id).map(({ record, until }) => ({ ...whole(record, null), until })),
    };
  }

  spentSince(accountId: string, sinceMs: number): TokenSpending[] {
    return this.#open(accountId).view.spentSince(sinceMs);
  }

  keptState(accountId: string): KeptState {
    const { records, sync } = this.#open(accountId);
    return { limit: sync?.limit ?? null, kept: records.size, asOf: sync?.asOf ?? null };
  }

  /** A list begins to come. What came of it before is void: it is asked for again. */
  beginList(listId: string): void {
    this.#lists.set(listId, { reader: submissionsReader(), records: [], isStored: Promise.resolve(false) });
  }

  takeListBytes(listId: string, bytes: Uint8Array): void {
    this.#lists.get(listId)?.reader.push(bytes);
  }

  /** All bytes of a list have come. */
  takeList(listId: string, accountId: string): TakenList {
    const list = this.#lists.get(listId);
    // A thread that was started anew meanwhile has not heard of it.
    if (list === undefined) throw new Error('The list did not arrive whole.');
    const records = list.reader.end();
    if (records === null) return { listed: null, isPart: false };
    // It was taken away while the list was on its way.
    if (this.#gone.has(accountId)) return { listed: null, isPart: false };
    const account = this.#open(accountId);
    const { touched, leftOut } = account.records.mergeList(records);
    const isWritten = this.#store.keep(accountId, account.records, touched, null);
    list.records = records;
    list.isStored = isWritten.then((written) => written && leftOut.size === 0);
    if (touched.length > 0) this.#report({ kind: 'changed', accountId });
    this.#prepare(account.view);
    return { listed: records.length, isPart: list.reader.isPart() };
  }

  /** A whole list has been taken in. */
  noteSync(accountId: string, sync: LastSync): void {
    const account = this.#open(accountId);
    account.sync = sync;
    void this.#store.keep(accountId, account.records, [], sync);
    this.#report({ kind: 'changed', accountId });
  }

  /** The records of a list, as the service listed them: so many from one on. */
  listRecords(listId: string, from: number, count: number): readonly SubmissionRecord[] {
    return this.#lists.get(listId)?.records.slice(from, from + count) ?? [];
  }

  listHolds(listId: string, ids: readonly string[]): boolean {
    const listed = new Set(this.#lists.get(listId)?.records.map(({ id }) => id));
    return ids.every((id) => listed.has(id));
  }

  /** Whether all of a list is on the disk; resolves when it is, or will never be. */
  isListStored(listId: string): Promise<boolean> {
    return this.#store.awaited(this.#lists.get(listId)?.isStored ?? Promise.resolve(false));
  }

  dropList(listId: string): void {
    this.#lists.delete(listId);
  }

  /** Takes in records that were asked for one by one. They are on the disk when it resolves. */
  async put(accountId: string, records: readonly SubmissionRecord[]): Promise<void> {
    if (this.#gone.has(accountId)) throw new Error('The account was taken away.');
    const known = this.#accounts.get(accountId)?.records;
    const own = known === undefined ? records : records.filter((record) => !known.isAmongOthers(record));
    await this.#store.put(accountId, own);
    // What is not in memory is read from the disk when it is asked for, these records with it.
    const account = this.#accounts.get(accountId);
    if (account !== undefined) this.#takeAsked(accountId, account, own);
  }

  async writeExport(accountId: string, order: ExportOrder): Promise<Exported> {
    const { exportId } = order;
    const { view } = this.#open(accountId);
    const entries = view.all(order.filter, order.sort, order.tokens);
    const total = entries.length;
    let reportedAt = performance.now();
    const onProgress = (done: number): void => {
      if (performance.now() - reportedAt < PROGRESS_EVERY_MS && done < total) return;
      reportedAt = performance.now();
      this.#report({ kind: 'export-progress', exportId, done, total });
    };
    const exported = { entries, tokens: new TokenNames(order.tokens), rowOf: view.rowOf.bind(view) };
    try {
      const isWanted = (): boolean => !this.#cancelledExports.has(exportId);
      const isWritten = await this.#store.stillDuring(writeExport(exported, order, onProgress, isWanted));
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
    const elsewhere = this.#store
      .accounts()
      .filter((accountId) => !this.#accounts.has(accountId) && !this.#gone.has(accountId))
      .map((accountId) => {
        const like = this.#store.recordsLike(accountId, keys.hex, keys.days);
        return new SearchRows(Array.from(like, (record) => searchableRecord(accountId, record)));
      });
    const held = [...this.#accounts].map(([accountId, { records }]) => records.searchRows(accountId));
    if (this.#prepared === null) setImmediate(() => void this.prepareSearch());
    return search([this.#files.like(keys), ...held, ...elsewhere], keys, limit);
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
      this.#accounts.get(accountId)?.records.nameAnew(some.map(({ submissionId }) => submissionId));
    }
  }

  /** How far the account's service lists is no longer known: it is another service. */
  moved(accountId: string): void {
    const account = this.#accounts.get(accountId);
    if (account !== undefined) account.sync = null;
    this.#store.forgetSync(accountId);
    this.#report({ kind: 'changed', accountId });
  }

  forget(accountId: string): void {
    this.#gone.add(accountId);
    this.#accounts.delete(accountId);
    this.#files.forget(accountId);
    this.#store.forget(accountId);
  }

  /** Resolves once all that is waiting to be stored is stored. */
  stored(): Promise<void> {
    return this.#store.stored();
  }

  /** For who runs it in no thread of its own. */
  close(): void {
    this.#store.close();
  }

  async #readAll(): Promise<void> {
    this.#files.all();
    for (const accountId of this.#store.accounts()) {
      await nextTurn();
      let held = 0;
      for (const { records } of this.#accounts.values()) held += records.size;
      if (held < this.#most.records && !this.#gone.has(accountId)) this.#open(accountId);
    }
  }

  /** An account's records, read from the disk when they are first asked for. */
  #open(accountId: string): Account {
    const known = this.#accounts.get(accountId);
    if (known !== undefined) {
      // Those that were asked about last stand last.
      this.#accounts.delete(accountId);
      this.#accounts.set(accountId, known);
      return known;
    }
    this.#dropLeastUsed();
    const fileOf = (id: string) => this.#files.withReceipt(accountId, id);
    const records = new AccountRecords(fileOf, this.#most, {
      records: this.#store.records(accountId),
      usage: this.#store.usage(accountId),
    });
    const view = new AccountView({
      get revision() {
        return records.revision;
      },
      entries: () => records.entries(),
      isDoubled: (id) => records.isDoubled(id),
    });
    const account: Account = { records, view, sync: this.#store.lastSync(accountId) };
    this.#accounts.set(accountId, account);
    this.#prepare(account.view);
    return account;
  }

  /** Of accounts that are large only the latest few are in memory; the others are on the disk. */
  #dropLeastUsed(): void {
    let held = 0;
    for (const [accountId, { records }] of [...this.#accounts].reverse()) {
      held += records.size;
      if (held > this.#most.records && !this.#store.isWaiting(accountId)) this.#accounts.delete(accountId);
    }
  }

  #takeAsked(accountId: string, account: Account, records: readonly SubmissionRecord[]): void {
    const before = account.records.size;
    if (!account.records.mergeSome(records)) return;
    this.#report({ kind: 'changed', accountId });
    const added = account.records.size - before;
    if (added === 0 || account.sync === null) return;
    // What came since the last list is no sign that the service lists only a part.
    account.sync = { ...account.sync, listed: account.sync.listed + added };
    void this.#store.keep(accountId, account.records, [], account.sync);
  }

  /** Makes what searching looks through, in pieces, so that the first key typed need not wait for it. */
  #prepare(view: AccountView): void {
    setImmediate(() => {
      if (view.prepareSome()) this.#prepare(view);
    });
  }
}
