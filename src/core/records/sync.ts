import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SubmissionRecord } from '../../shared/records.ts';
import {
  type BodyReceiver,
  type Connection,
  getAllExpenditure,
  getApps,
  getExpenditureByTimeRange,
  type ListHeaders,
  mayRefuseLimit,
  type ServiceError,
  type ServiceResult,
} from '../service/index.ts';
import { type Remote, transfer } from '../threads.ts';
import type { RecordsEngine, TakenList } from './engine.ts';
import { afterPage, isCounted, pagesFrom } from './pages.ts';
import type { PagePlace } from './record-store.ts';
import type { RecordsThread } from './records-thread.ts';

/** The first and the largest limit that a request asks for. */
const FIRST_LIMIT = 1_000;
const LARGEST_LIMIT = 400_000;
/** Each larger list contains the smaller one again, so the limit grows in few steps. */
const STEP = 20;

/** A small first page is on the screen at once. Small later ones would update the screen too often. */
const FIRST_PAGE = 500;
const PAGE = 20_000;
/** Entries change their places, so an older unfinished reading is not resumed (ms). */
const RESUME_WITHIN_MS = 60 * 60_000;
/** With more apps, the whole list takes fewer requests. */
const MOST_APPS = 8;

export type ListWanted = {
  /** The least number of entries that is expected. */
  readonly expected: number;
  /** Reading stops once the list contains all of these. If null, the whole list is read. */
  readonly ids?: readonly string[] | null;
  readonly onListed?: (listed: number) => void;
  readonly signal?: AbortSignal;
  /** Continues an unfinished reading, and stores its place after each page. The list then holds no records. */
  readonly resumes?: boolean;
};

export type ListEnd = {
  /** True if the list has fewer entries than requested and does not say that there are more. */
  readonly ended: boolean;
  /** True if the service counts its entries, and the count shows that the list has all of them. */
  readonly isCounted: boolean;
  /** The reason why the rest could not be read; null if unknown. */
  readonly tooLong: ServiceError | null;
};

/** A list whose records were merged. The records' thread holds it until it is dropped. */
export type SyncedList = ListEnd & { readonly listId: string; readonly length: number };

const proofless: ListEnd = { ended: false, isCounted: false, tooLong: null };

/** `at`: the time of the first request. */
type ReadSoFar = { readonly listId: string; readonly length: number; readonly at: string };

type Taken = ReadSoFar & { readonly isPart: boolean };

/** The number of records moved at once. Each portion blocks the main thread for a few milliseconds. */
const PORTION = 1_000;
/** Large enough to need few messages, small enough to be parsed while the next block fills. */
const BLOCK_BYTES = 256 * 1024;

const unreadable: ServiceError = { code: 'unreadable-answer' };

/** The only reader of the services' expenditure lists. It sends their bytes to the records' thread, unparsed. */
export class ListSync {
  readonly #thread: RecordsThread;
  readonly #now: () => number;
  /** The length of each account's latest list in this run. */
  readonly #lengths = new Map<string, number>();
  /** Addresses of services that have shown in this run that they do not list in pages. */
  readonly #withoutPages = new Set<string>();

  constructor(thread: RecordsThread, now: () => number) {
    this.#thread = thread;
    this.#now = now;
  }

  /** Reads an account's list, in pages if the service has them. The caller drops the list. */
  async read(accountId: string, to: Connection, wanted: ListWanted): Promise<ServiceResult<SyncedList>> {
    if (to.serviceKind === 'credits' && !this.#withoutPages.has(to.baseUrl)) {
      const place = wanted.resumes === true ? await this.#recentPlace(accountId) : null;
      const paged = await this.#readPages(accountId, to, wanted, place);
      if (paged !== null) return paged;
      this.#withoutPages.add(to.baseUrl);
    }
    return this.#readByLimit(accountId, to, wanted);
  }

  /**
   * Reads the records of a time range (epoch milliseconds) of all apps of the account. Null if the service cannot list
   * them. Such a list is never complete. The caller drops it.
   */
  async readRange(accountId: string, to: Connection, from: number, until: number): Promise<SyncedList | null> {
    const apps = await getApps(to);
    if (!apps.ok || apps.value.length > MOST_APPS) return null;
    const listId = randomUUID();
    let length = 0;
    for (const { appId } of apps.value) {
      if (appId === null) continue;
      const taken = await this.#readAnswer(
        listId,
        (bytes) => getExpenditureByTimeRange(to, { appId, from, until }, bytes),
        (engine) => engine.takeList(listId, accountId),
      );
      if (!taken.ok) {
        this.drop({ listId });
        return null;
      }
      length += taken.value.listed;
    }
    return { listId, length, ...proofless };
  }

  /** Raises the limit while there may be more. */
  async #readByLimit(accountId: string, to: Connection, wanted: ListWanted): Promise<ServiceResult<SyncedList>> {
    const length = Math.max(wanted.expected, this.#lengths.get(accountId) ?? 0);
    let limit = Math.min(LARGEST_LIMIT, Math.max(FIRST_LIMIT, 2 * length));
    let full: Taken | null = null;
    for (;;) {
      const taken = await this.#readOnce(accountId, to, wanted, limit);
      if (!taken.ok) {
        const isTooLong = taken.error.tooLong === true;
        // Long records, or a service that ignores the limit, can exceed the size. The largest limit reads as much as
        // possible.
        if (isTooLong && limit < LARGEST_LIMIT) {
          limit = LARGEST_LIMIT;
          continue;
        }
        const isRefused = mayRefuseLimit(taken.error);
        if (full !== null && (isTooLong || isRefused)) {
          return this.#concluded(accountId, wanted, full, {
            ...proofless,
            tooLong: isTooLong ? taken.error : null,
          });
        }
        if (full !== null) this.drop(full);
        // If the service refuses this limit, its default limit lists a part.
        const capped = isRefused ? await this.#readOnce(accountId, to, wanted, null) : null;
        return capped?.ok === true ? this.#concluded(accountId, wanted, capped.value, proofless) : taken;
      }
      if (full !== null) this.drop(full);
      full = taken.value;
      this.#lengths.set(accountId, full.length);
      const isShort = full.length < limit;
      // A larger limit adds nothing to a short list.
      if (isShort || limit === LARGEST_LIMIT || (await this.#isEnough(full, wanted))) {
        return this.#concluded(accountId, wanted, full, { ...proofless, ended: isShort && !full.isPart });
      }
      limit = Math.min(LARGEST_LIMIT, limit * STEP);
    }
  }

  /** The records of a list in the service's order; null if the thread that held them is gone. */
  async records({ listId, length }: SyncedList): Promise<SubmissionRecord[] | null> {
    const records: SubmissionRecord[] = [];
    while (records.length < length) {
      const some = await this.#thread.ask((engine) => engine.listRecords(listId, records.length, PORTION));
      if (!some.ok || some.value.length === 0) return null;
      records.push(...some.value);
      // Lets other work run in between.
      await nextTurn();
    }
    return records;
  }

  /** Resolves to true once the whole list is on disk, or to false if writing fails. */
  async isStored({ listId }: SyncedList): Promise<boolean> {
    const stored = await this.#thread.ask((engine) => engine.isListStored(listId));
    return stored.ok && stored.value;
  }

  drop({ listId }: Pick<SyncedList, 'listId'>): void {
    this.#thread.post((engine) => engine.dropList(listId));
  }

  /** Call when the account uses another service. */
  forget(accountId: string): void {
    this.#lengths.delete(accountId);
  }

  async #recentPlace(accountId: string): Promise<PagePlace | null> {
    const place = await this.#thread.ask((engine) => engine.pagePlace(accountId));
    const beganAt = Date.parse((place.ok && place.value?.beganAt) || '');
    return place.ok && Math.abs(this.#now() - beganAt) < RESUME_WITHIN_MS ? place.value : null;
  }

  /** Null if the service does not list in pages. */
  async #readPages(
    accountId: string,
    to: Connection,
    wanted: ListWanted,
    place: PagePlace | null,
  ): Promise<ServiceResult<SyncedList> | null> {
    const listId = randomUUID();
    const { resumes = false, signal } = wanted;
    const beganAt = place?.beganAt ?? new Date(this.#now()).toISOString();
    let read = pagesFrom(place?.nextOffset ?? 0);
    for (;;) {
      const { offset } = read;
      const limit = resumes && offset === 0 ? FIRST_PAGE : PAGE;
      const taken = await this.#readAnswer(
        listId,
        (bytes) => getAllExpenditure(to, { limit, offset }, bytes, signal),
        (engine) => engine.takePage(listId, accountId, offset, resumes ? beganAt : null),
        signal,
      );
      const total = taken.ok ? taken.value.total : null;
      if (!taken.ok || total === null) {
        this.drop({ listId });
        return taken.ok || mayRefuseLimit(taken.error) || taken.error.tooLong === true ? null : taken;
      }
      // Entries were removed since, so that the place is wrong.
      if (place !== null && total < place.total && read.pages === 0) {
        this.drop({ listId });
        return this.#readPages(accountId, to, wanted, null);
      }
      read = afterPage(read, { ...taken.value, limit, total }, !resumes);
      wanted.onListed?.(read.offset);
      const list = { listId, length: read.offset, at: beganAt };
      if (read.end !== 'open' || (await this.#isEnough(list, wanted))) {
        const isWhole = isCounted(read) && !taken.value.isPart;
        return this.#concluded(accountId, wanted, list, { ended: isWhole, isCounted: isWhole, tooLong: null });
      }
    }
  }

  /** A list with `ended: false` does not prove that a record is absent. */
  async #concluded(
    accountId: string,
    wanted: ListWanted,
    { listId, length, at }: ReadSoFar,
    end: ListEnd,
  ): Promise<ServiceResult<SyncedList>> {
    // A list that was read only until it contained some ids is not a full sync.
    if (end.ended || (wanted.ids ?? null) === null) await this.#thread.ask((engine) => engine.noteSync(accountId, at));
    return { ok: true, value: { listId, length, ...end } };
  }

  async #isEnough({ listId }: ReadSoFar, { ids = null }: ListWanted): Promise<boolean> {
    if (ids === null) return false;
    const holds = await this.#thread.ask((engine) => engine.listHolds(listId, ids));
    return holds.ok && holds.value;
  }

  /** Sends one request. If `limit` is null, the service uses its own. */
  async #readOnce(
    accountId: string,
    to: Connection,
    { onListed, signal }: ListWanted,
    limit: number | null,
  ): Promise<ServiceResult<Taken>> {
    const listId = randomUUID();
    const at = new Date(this.#now()).toISOString();
    const taken = await this.#readAnswer(
      listId,
      (bytes) => getAllExpenditure(to, limit === null ? {} : { limit }, bytes, signal),
      (engine) => engine.takeList(listId, accountId),
      signal,
    );
    if (!taken.ok) {
      this.drop({ listId });
      return taken;
    }
    const { listed, isPart } = taken.value;
    onListed?.(listed);
    return { ok: true, value: { listId, at, length: listed, isPart } };
  }

  /** Sends one request, moves the answer's bytes to the records' thread, and has the thread take them. */
  async #readAnswer<Value extends TakenList>(
    listId: string,
    request: (bytes: BodyReceiver) => Promise<ServiceResult<ListHeaders>>,
    take: (engine: Remote<RecordsEngine>) => Promise<Value>,
    signal?: AbortSignal,
  ): Promise<ServiceResult<Value & { readonly listed: number }>> {
    const bytes = new ListBytes(this.#thread, listId);
    const answer = await request(bytes);
    if (!answer.ok) return answer;
    if (signal?.aborted === true) return { ok: false, error: unreadable };
    bytes.flush();
    const taken = await this.#thread.ask(take);
    const listed = taken.ok ? taken.value.listed : null;
    if (!taken.ok || listed === null) {
      const detail = taken.ok ? 'The list is not of the expected shape.' : taken.error.detail;
      return { ok: false, error: { ...unreadable, ...(detail === undefined ? {} : { detail }) } };
    }
    return { ok: true, value: { ...taken.value, listed, isPart: taken.value.isPart || answer.value.sayMore(listed) } };
  }
}

/** Moves the bytes of one list to the records' thread in blocks while they arrive. */
class ListBytes implements BodyReceiver {
  readonly #thread: RecordsThread;
  readonly #listId: string;
  #block = new Uint8Array(BLOCK_BYTES);
  #filled = 0;

  constructor(thread: RecordsThread, listId: string) {
    this.#thread = thread;
    this.#listId = listId;
  }

  begin = (): void => {
    this.#filled = 0;
    void this.#thread.ask((engine) => engine.beginList(this.#listId));
  };

  take = (piece: Uint8Array): void => {
    for (let taken = 0; taken < piece.byteLength; ) {
      const part = piece.subarray(taken, taken + BLOCK_BYTES - this.#filled);
      this.#block.set(part, this.#filled);
      this.#filled += part.byteLength;
      taken += part.byteLength;
      if (this.#filled === BLOCK_BYTES) this.flush();
    }
  };

  flush(): void {
    if (this.#filled === 0) return;
    const bytes = this.#block.subarray(0, this.#filled);
    this.#thread.post((engine) => engine.takeListBytes(this.#listId, transfer(bytes, [bytes.buffer])));
    this.#block = new Uint8Array(BLOCK_BYTES);
    this.#filled = 0;
  }
}
