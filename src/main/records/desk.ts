import type { ShownRecord } from '../../shared/bridge/records.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { type SubmissionListReader, submissionsReader } from '../service/index.ts';
import { createTokenNames } from './amounts.ts';
import { type Book, createBook, type FileOf } from './book.ts';
import { type OwnFile, searchable } from './entry.ts';
import { writeExport } from './export.ts';
import type {
  HistoryAnswer,
  HistoryAsk,
  HistoryKind,
  HistoryNotice,
  HistoryReport,
  HistoryRequest,
} from './messages.ts';
import type { Kept } from './record-room.ts';
import type { Extent, HistoryStore } from './thread-store.ts';
import { createView, type View } from './view.ts';

/** More records than this, and all files of the account are read at once instead of one by one. */
const FILES_ONE_BY_ONE = 500;
const PREPARED_AT_ONCE = 1_000;
/** Of the records with one id. All of them are rows of the table, and in what is exported. */
const TWINS_SHOWN = 20;
/** One that is cancelled may not have begun yet; so many more are never on their way. */
const CANCELLED_KEPT = 64;
const PROGRESS_EVERY_MS = 100;

type Account = { readonly book: Book; readonly view: View; extent: Extent | null };
type Answering = {
  readonly [Kind in HistoryKind]: (
    accountId: string,
    ask: HistoryAsk<Kind>,
  ) => HistoryAnswer<Kind> | Promise<HistoryAnswer<Kind>>;
};

/** Answers what the history's thread is asked. */
export function createDesk(store: HistoryStore, most: Kept, tell: (report: HistoryReport) => void) {
  const accounts = new Map<string, Account>();
  const cancelled = new Set<string>();
  /** The lists that are on their way. */
  const arriving = new Map<string, SubmissionListReader>();

  /** An account's records, read from the disk when they are first asked for. */
  function open(accountId: string): Account {
    const known = accounts.get(accountId);
    if (known !== undefined) {
      accounts.delete(accountId);
      accounts.set(accountId, known);
      return known;
    }
    makeRoom();
    const book = createBook(most);
    const files = store.files(accountId);
    book.fill(store.records(accountId), (id) => files.get(id) ?? null);
    const account: Account = { book, view: createView(book), extent: store.extent(accountId) };
    accounts.set(accountId, account);
    prepare(account);
    return account;
  }

  /** Of accounts whose record_syncs are large only the latest few are in memory; the others are on the disk. */
  function makeRoom(): void {
    let records = 0;
    for (const [accountId, { book }] of [...accounts].reverse()) {
      records += book.size;
      if (records > most.records && !store.isWaiting(accountId)) accounts.delete(accountId);
    }
  }

  function filesFor(accountId: string, records: number): FileOf {
    if (records <= FILES_ONE_BY_ONE) return (id) => store.file(accountId, id);
    const files = store.files(accountId);
    return (id) => files.get(id) ?? null;
  }

  function takeList(accountId: string, { listId, limit, at }: HistoryAsk<'list'>): HistoryAnswer<'list'> {
    const reader = arriving.get(listId);
    arriving.delete(listId);
    // A thread that was started anew meanwhile has not heard of it.
    if (reader === undefined) throw new Error('The list did not arrive whole.');
    const records = reader.end();
    if (records === null) return { kind: 'unreadable' };
    const account = open(accountId);
    const touched = account.book.merge(records, filesFor(accountId, records.length), true);
    account.extent = { asOf: at, limit, listed: records.length };
    tell({ kind: 'changed', accountId });
    store.keep(accountId, account.book, touched, account.extent);
    prepare(account);
    return { kind: 'taken', listed: records.length, kept: account.book.size };
  }

  function takeTold(accountId: string, { records }: HistoryAsk<'told'>): null {
    // What is not in memory is read from the disk when it is asked for, these records with it.
    const account = accounts.get(accountId);
    if (account === undefined) return null;
    const before = account.book.size;
    const touched = account.book.merge(records, filesFor(accountId, records.length), false);
    if (touched.length === 0) return null;
    const added = account.book.size - before;
    // What came since the last list is no sign that the service lists only a part.
    if (account.extent !== null) account.extent = { ...account.extent, listed: account.extent.listed + added };
    tell({ kind: 'changed', accountId });
    const doubled = touched.filter(account.book.isDoubled);
    if (doubled.length + added > 0) store.keep(accountId, account.book, doubled, account.extent);
    return null;
  }

  async function writeFile(accountId: string, ask: HistoryAsk<'export'>): Promise<HistoryAnswer<'export'>> {
    const { exportId } = ask;
    const meant = open(accountId).view.all(ask.filter, ask.sort, ask.tokens);
    const total = meant.entries.length;
    let toldAt = performance.now();
    const onProgress = (done: number): void => {
      if (performance.now() - toldAt < PROGRESS_EVERY_MS && done < total) return;
      toldAt = performance.now();
      tell({ kind: 'export-progress', exportId, done, total });
    };
    try {
      const written = await store.stillDuring(writeExport(meant, ask, onProgress, () => !cancelled.has(exportId)));
      return written ? { records: total } : 'cancelled';
    } finally {
      cancelled.delete(exportId);
    }
  }

  const answering: Answering = {
    page(accountId, { tokens, ...query }) {
      store.giveWay();
      const { book, view, extent } = open(accountId);
      const listed = extent !== null && extent.listed < book.size ? extent.listed : null;
      return view.page(query, tokens, { accountId, asOf: extent?.asOf ?? null, listed, isFull: book.isFull });
    },
    series: (accountId, { filter, tokens }) => open(accountId).view.series(filter, tokens),
    record(accountId, { id: asked, tokens }) {
      const { book, view } = open(accountId);
      const id = view.idOf(asked);
      const names = createTokenNames(tokens);
      const whole = (record: SubmissionRecord, file: OwnFile | null): ShownRecord => ({
        record,
        token: names.nameOf(record.tokenDetailsId),
        decimals: names.decimalsOf(record.tokenDetailsId),
        file: file === null ? null : { name: file.name, folder: file.folder },
      });
      const some = book.withId(id, 0, TWINS_SHOWN);
      return {
        records: some.map(({ record, file }) => whole(record, file)),
        count: some.length === 0 ? 0 : 1 + book.twinCount(id),
        earlier: store.earlier(accountId, id).map(({ record, until }) => ({ ...whole(record, null), until })),
      };
    },
    spentSince: (accountId, { sinceMs }) => open(accountId).view.spentSince(sinceMs),
    extent(accountId) {
      const { book, extent } = open(accountId);
      return { limit: extent?.limit ?? null, kept: book.size, asOf: extent?.asOf ?? null };
    },
    list: takeList,
    told: takeTold,
    export: writeFile,
    moved(accountId) {
      const account = accounts.get(accountId);
      if (account !== undefined) account.extent = null;
      store.forgetExtent(accountId);
      tell({ kind: 'changed', accountId });
      return null;
    },
    forget(accountId) {
      accounts.delete(accountId);
      store.forget(accountId);
      return null;
    },
    async stored() {
      await store.settled();
      return null;
    },
  };

  async function answerOf<Kind extends HistoryKind>(request: HistoryRequest<Kind>): Promise<HistoryAnswer<Kind>> {
    return answering[request.kind](request.accountId, request.ask);
  }

  return {
    /** Tells the answer, or why there is none. Never rejects. */
    async answer(request: HistoryRequest): Promise<void> {
      const { id } = request;
      try {
        tell({ kind: 'answer', id, answer: await answerOf(request) });
      } catch (error) {
        tell({
          kind: 'failed',
          id,
          error: {
            code: 'history-failed',
            message: 'Dropslip could not do that with the records it keeps. Try again; if it stays, restart the app.',
            detail: String(error),
          },
        });
      }
    },
    heed(notice: HistoryNotice): void {
      switch (notice.kind) {
        case 'cancel-export':
          cancelled.add(notice.exportId);
          for (const oldest of [...cancelled].slice(0, -CANCELLED_KEPT)) cancelled.delete(oldest);
          return;
        case 'list-begins':
          arriving.set(notice.listId, submissionsReader());
          return;
        case 'list-bytes':
          arriving.get(notice.listId)?.push(notice.bytes);
          return;
        case 'list-dropped':
          arriving.delete(notice.listId);
      }
    },
  };
}

/** Makes what searching looks through, in pieces, so that the first key typed into the filter need not wait for it. */
function prepare({ book, view }: Pick<Account, 'book' | 'view'>, from = 0): void {
  setImmediate(() => {
    const some = book.entries().slice(from, from + PREPARED_AT_ONCE);
    for (const entry of some) searchable(entry);
    if (some.length > 0) prepare({ book, view }, from + PREPARED_AT_ONCE);
    else view.prepareSearch();
  });
}
