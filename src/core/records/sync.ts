import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SubmissionRecord } from '../../shared/records.ts';
import {
  type BodyReceiver,
  type Connection,
  getAllExpenditure,
  mayRefuseLimit,
  type ServiceError,
  type ServiceResult,
} from '../service/index.ts';
import { transfer } from '../threads.ts';
import type { RecordsThread } from './records-thread.ts';

/** The first and the largest limit that a request asks for. */
const FIRST_LIMIT = 1_000;
const LARGEST_LIMIT = 400_000;
/** Each larger list contains the smaller one again, so the limit grows in few steps. */
const STEP = 20;

export type ListWanted = {
  /** The least number of entries that is expected. */
  readonly expected: number;
  /** Reading stops once the list contains all of these. If null, the whole list is read. */
  readonly ids?: readonly string[] | null;
  readonly onListed?: (listed: number) => void;
  readonly signal?: AbortSignal;
};

/** A list whose records were merged. The records' thread holds it until it is dropped. */
export type SyncedList = {
  readonly listId: string;
  readonly length: number;
  /** True if the list has fewer entries than requested and does not say that there are more. */
  readonly ended: boolean;
  /** The reason why the rest could not be read; null if unknown. */
  readonly tooLong: ServiceError | null;
};

type Taken = Pick<SyncedList, 'listId' | 'length'> & {
  readonly isPart: boolean;
  /** The time of the request. */
  readonly at: string;
};

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

  constructor(thread: RecordsThread, now: () => number) {
    this.#thread = thread;
    this.#now = now;
  }

  /** Reads an account's list, and raises the limit while there may be more. The caller drops the list. */
  async read(accountId: string, to: Connection, wanted: ListWanted): Promise<ServiceResult<SyncedList>> {
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
          return this.#concluded(accountId, wanted, full, false, isTooLong ? taken.error : null);
        }
        if (full !== null) this.drop(full);
        // If the service refuses this limit, its default limit lists a part.
        const capped = isRefused ? await this.#readOnce(accountId, to, wanted, null) : null;
        return capped?.ok === true ? this.#concluded(accountId, wanted, capped.value, false, null) : taken;
      }
      if (full !== null) this.drop(full);
      full = taken.value;
      this.#lengths.set(accountId, full.length);
      const isShort = full.length < limit;
      // A larger limit adds nothing to a short list.
      if (isShort || limit === LARGEST_LIMIT || (await this.#isEnough(full, wanted))) {
        return this.#concluded(accountId, wanted, full, isShort && !full.isPart, null);
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

  /** A list with `ended: false` does not prove that a record is absent. */
  async #concluded(
    accountId: string,
    wanted: ListWanted,
    { listId, length, at }: Taken,
    ended: boolean,
    tooLong: ServiceError | null,
  ): Promise<ServiceResult<SyncedList>> {
    // A list that was read only until it contained some ids is not a full sync.
    if (ended || (wanted.ids ?? null) === null) await this.#thread.ask((engine) => engine.noteSync(accountId, at));
    return { ok: true, value: { listId, length, ended, tooLong } };
  }

  async #isEnough({ listId }: Taken, { ids = null }: ListWanted): Promise<boolean> {
    if (ids === null) return false;
    const holds = await this.#thread.ask((engine) => engine.listHolds(listId, ids));
    return holds.ok && holds.value;
  }

  /** Sends one request. If `limit` is null, the service uses its own. */
  async #readOnce(
    accountId: string,
    to: Connection,
    wanted: ListWanted,
    limit: number | null,
  ): Promise<ServiceResult<Taken>> {
    const thread = this.#thread;
    const listId = randomUUID();
    const bytes = new ListBytes(thread, listId);
    const at = new Date(this.#now()).toISOString();
    const options = limit === null ? {} : { limit };
    const answer = await getAllExpenditure(to, options, bytes, wanted.signal);
    if (!answer.ok || wanted.signal?.aborted === true) {
      this.drop({ listId });
      return answer.ok ? { ok: false, error: unreadable } : answer;
    }
    bytes.flush();
    const taken = await thread.ask((engine) => engine.takeList(listId, accountId));
    const listed = taken.ok ? taken.value.listed : null;
    if (!taken.ok || listed === null) {
      this.drop({ listId });
      const detail = taken.ok ? 'The list is not of the expected shape.' : taken.error.detail;
      return { ok: false, error: { ...unreadable, ...(detail === undefined ? {} : { detail }) } };
    }
    wanted.onListed?.(listed);
    const isPart = taken.value.isPart || answer.value.sayMore(listed);
    return { ok: true, value: { listId, at, length: listed, isPart } };
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
