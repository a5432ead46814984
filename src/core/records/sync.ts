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

/** The numbers of entries that are asked for, at first and at most. */
const FIRST_LIMIT = 1_000;
const LARGEST_LIMIT = 400_000;
/** Each larger list contains the smaller one again, so few steps are taken. */
const STEP = 20;

export type ListWanted = {
  /** The least number of entries that is expected. */
  readonly expected: number;
  /** Reading stops once the list holds all of these; null reads it to its end. */
  readonly ids?: readonly string[] | null;
  readonly onListed?: (listed: number) => void;
  readonly signal?: AbortSignal;
};

/** A list whose records were merged. The records' thread holds it until it is dropped. */
export type SyncedList = {
  readonly listId: string;
  readonly length: number;
  /** Fewer entries came than were asked for, and nothing said that there are more. */
  readonly ended: boolean;
  /** Why there is more than could be read; null where that is not known. */
  readonly tooLong: ServiceError | null;
};

type Taken = Pick<SyncedList, 'listId' | 'length'> & {
  readonly isPart: boolean;
  /** When it was requested. */
  readonly at: string;
};

/** Records that are moved at once: each portion holds the main thread for a few milliseconds. */
const PORTION = 1_000;
/** Large enough that few messages are needed, small enough to be read while the next block fills. */
const BLOCK_BYTES = 256 * 1024;

const unreadable: ServiceError = { code: 'unreadable-answer' };

/** The only reader of services' lists of expenditure. Their bytes go to the records' thread, unparsed. */
export class ListSync {
  readonly #thread: RecordsThread;
  readonly #now: () => number;
  /** The length of each account's longest list in this run. */
  readonly #lengths = new Map<string, number>();

  constructor(thread: RecordsThread, now: () => number) {
    this.#thread = thread;
    this.#now = now;
  }

  /** Reads an account's list, with a larger limit for as long as it may go on. The caller drops it. */
  async read(accountId: string, to: Connection, wanted: ListWanted): Promise<ServiceResult<SyncedList>> {
    const length = Math.max(wanted.expected, this.#lengths.get(accountId) ?? 0);
    let limit = Math.min(LARGEST_LIMIT, Math.max(FIRST_LIMIT, 2 * length));
    let full: Taken | null = null;
    for (;;) {
      const taken = await this.#readOnce(accountId, to, wanted, limit);
      if (!taken.ok) {
        const isTooLong = taken.error.tooLong === true;
        // Records may be long, and a service may ignore the limit, so as much as possible is tried.
        if (isTooLong && limit < LARGEST_LIMIT) {
          limit = LARGEST_LIMIT;
          continue;
        }
        const isRefused = mayRefuseLimit(taken.error);
        if (full !== null && (isTooLong || isRefused)) {
          return this.#concluded(accountId, wanted, full, false, isTooLong ? taken.error : null);
        }
        if (full !== null) this.drop(full);
        // A service that refuses this limit lists what its own cap allows, which is only a part.
        const capped = isRefused ? await this.#readOnce(accountId, to, wanted, null) : null;
        return capped?.ok === true ? this.#concluded(accountId, wanted, capped.value, false, null) : taken;
      }
      if (full !== null) this.drop(full);
      full = taken.value;
      this.#lengths.set(accountId, full.length);
      const isShort = full.length < limit;
      // A larger limit adds nothing to a list that is short.
      if (isShort || limit === LARGEST_LIMIT || (await this.#isEnough(full, wanted))) {
        return this.#concluded(accountId, wanted, full, isShort && !full.isPart, null);
      }
      limit = Math.min(LARGEST_LIMIT, limit * STEP);
    }
  }

  /** The records of a list, as the service listed them; null if the thread that held them is gone. */
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

  /** True once all of a list is on disk, and false if the disk refuses. */
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

  /** A list that has not ended proves no absence. It shows what is in it. */
  async #concluded(
    accountId: string,
    wanted: ListWanted,
    { listId, length, at }: Taken,
    ended: boolean,
    tooLong: ServiceError | null,
  ): Promise<ServiceResult<SyncedList>> {
    // A list that was read only as far as some ids says nothing about the rest.
    if (ended || (wanted.ids ?? null) === null) await this.#thread.ask((engine) => engine.noteSync(accountId, at));
    return { ok: true, value: { listId, length, ended, tooLong } };
  }

  async #isEnough({ listId }: Taken, { ids = null }: ListWanted): Promise<boolean> {
    if (ids === null) return false;
    const holds = await this.#thread.ask((engine) => engine.listHolds(listId, ids));
    return holds.ok && holds.value;
  }

  /** One request. `limit`: null for the service's own. */
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
    const deaths = thread.deaths;
    const options = limit === null ? {} : { limit };
    const answer = await getAllExpenditure(to, options, bytes, wanted.signal);
    if (!answer.ok || wanted.signal?.aborted === true) {
      this.drop({ listId });
      return answer.ok ? { ok: false, error: unreadable } : answer;
    }
    bytes.flush();
    const taken = await thread.ask((engine) => engine.takeList(listId, accountId));
    // The thread may have died of this list, so it is read again only when the user asks.
    if (thread.deaths > deaths) to.onListCrash?.();
    const listed = taken.ok ? taken.value.listed : null;
    if (!taken.ok || listed === null) {
      this.drop({ listId });
      const detail = taken.ok ? 'The list is not of the expected shape.' : taken.error.detail;
      return { ok: false, error: { ...unreadable, ...(detail === undefined ? {} : { detail }) } };
    }
    wanted.onListed?.(listed);
    return { ok: true, value: { listId, at, length: listed, isPart: taken.value.isPart } };
  }
}

/** Moves the bytes of one list to the records' thread, in blocks, while they arrive. */
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
