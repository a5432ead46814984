import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { transfer } from 'comlink';
import type { SubmissionRecord } from '../../shared/records.ts';
import {
  type BodyReceiver,
  type Connection,
  getAllExpenditure,
  lowerLimits,
  mayRefuseLimit,
  type ServiceError,
  type ServiceResult,
} from '../service/index.ts';
import type { RecordsThread } from './records-thread.ts';

/** How many entries of get_all_expenditure are asked for, at first and at most. */
const FIRST_LIMIT = 1_000;
const LARGEST_LIMIT = 400_000;
/** Each larger list has all of the smaller one in it again: few steps, so that little comes twice. */
const STEP = 20;

/** A list that is too long to be read, or refused, is so the next time as well: it is asked for again after this. */
const REST_MS = 60 * 60_000;

/** What came of this limit, and so of all that are larger. */
type Beyond = { readonly limit: number; readonly until: number; readonly error: ServiceError };

/** The next limit after a list came that was full; null when there is no larger one. */
function raisedLimit(limit: number): number | null {
  return limit >= LARGEST_LIMIT ? null : Math.min(LARGEST_LIMIT, limit * STEP);
}

/**
 * With which limits accounts' lists are asked for: one that turned out too small for an account is raised for good, and
 * one that made the answer too long to be read, or that the service refused, is left alone for an hour.
 */
export class ListLimits {
  /** Of the steady clock, in milliseconds. */
  readonly #now: () => number;
  readonly #raised = new Map<string, number>();
  readonly #tooLong = new Map<string, Beyond>();
  readonly #refused = new Map<string, Beyond>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `before`: the limit of the last reading, where it is known. */
  first(accountId: string, expected: number, before: number | null): number {
    const known = Math.max(this.#raised.get(accountId) ?? FIRST_LIMIT, before ?? 0);
    return Math.min(LARGEST_LIMIT, Math.max(known, expected * 2));
  }

  raise(accountId: string, limit: number): void {
    this.#raised.set(accountId, Math.max(limit, this.#raised.get(accountId) ?? 0));
  }

  /** Why a list of this limit would be too long; null when that is not known. */
  tooLong(accountId: string, limit: number): ServiceError | null {
    return this.#known(this.#tooLong.get(accountId), limit);
  }

  refused(accountId: string, limit: number): ServiceError | null {
    return this.#known(this.#refused.get(accountId), limit);
  }

  noteTooLong(accountId: string, limit: number, error: ServiceError): void {
    this.#tooLong.set(accountId, { limit, until: this.#now() + REST_MS, error });
  }

  noteRefused(accountId: string, limit: number, error: ServiceError): void {
    this.#refused.set(accountId, { limit, until: this.#now() + REST_MS, error });
  }

  /** What was too long may be asked for again: a person wants it. */
  forgetTooLong(accountId: string): void {
    this.#tooLong.delete(accountId);
  }

  /** The account's lists are of another service from now on. */
  forget(accountId: string): void {
    this.#raised.delete(accountId);
    this.#tooLong.delete(accountId);
    this.#refused.delete(accountId);
  }

  #known(beyond: Beyond | undefined, limit: number): ServiceError | null {
    return beyond !== undefined && limit >= beyond.limit && this.#now() < beyond.until ? beyond.error : null;
  }
}

export type ListWanted = {
  /** So many entries are expected at least. */
  readonly expected: number;
  /** The limit of the last reading; null where there was none. */
  readonly before?: number | null;
  /** A list that has these is enough, however it goes on; null: it is wanted to its end. */
  readonly ids?: readonly string[] | null;
  readonly onListed?: (listed: number) => void;
  readonly signal?: AbortSignal;
};

/** A list that was taken in, and is held by the records' thread until it is dropped. */
export type SyncedList = {
  readonly listId: string;
  readonly length: number;
  /** Fewer entries came than were asked for, and nothing said that there are more. */
  readonly ended: boolean;
  /** Why there is more than could be read; null where that is not known. */
  readonly tooLong: ServiceError | null;
};

type Taken = {
  readonly listId: string;
  readonly length: number;
  readonly isPart: boolean;
  /** As it was asked for, and when. */
  readonly limit: number | null;
  readonly at: string;
};
type ListRead = { readonly accountId: string; readonly to: Connection; readonly wanted: ListWanted };

/** So many records are handed over at once: taking them in holds the main thread a few milliseconds. */
const PORTION = 1_000;
/** Large enough that few messages are needed, small enough to be read while the next block fills. */
const BLOCK_BYTES = 256 * 1024;

const unreadable: ServiceError = {
  code: 'unreadable-answer',
  values: { why: 'kept-list' },
};

/** The only reader of services' lists of expenditure. Their bytes go to the records' thread, unparsed. */
export class ListSync {
  readonly #thread: RecordsThread;
  readonly #now: () => number;
  readonly #limits: ListLimits;

  /** `monotonic`: milliseconds of a clock that is never set. */
  constructor(thread: RecordsThread, now: () => number, monotonic: () => number) {
    this.#thread = thread;
    this.#now = now;
    this.#limits = new ListLimits(monotonic);
  }

  /** Reads an account's list, asking for more for as long as it may go on. Who gets one has to drop it. */
  async read(accountId: string, to: Connection, wanted: ListWanted): Promise<ServiceResult<SyncedList>> {
    const reading: ListRead = { accountId, to, wanted };
    const first = this.#limits.first(accountId, wanted.expected, wanted.before ?? null);
    let full: Taken | null = null;
    let tooLongFrom: number | null = null;
    for (let limit: number | null = first; limit !== null; limit = raisedLimit(limit)) {
      const tooLong = this.#limits.tooLong(accountId, limit);
      if (tooLong !== null)
        return full === null ? { ok: false, error: tooLong } : this.#concluded(reading, full, false, tooLong);
      const refused = this.#limits.refused(accountId, limit);
      if (refused !== null)
        return full === null ? this.#readBelow(reading, limit, refused) : this.#concluded(reading, full);
      const taken = await this.#readOnce(reading, limit);
      const isLargest = raisedLimit(limit) === null;
      if (taken.ok) {
        tooLongFrom = null;
        if (full !== null) this.drop(full);
        full = taken.value;
        if (limit > first) this.#limits.raise(accountId, limit);
        const isShort = full.length < limit;
        // Of what is short and yet a part, a larger limit brings no more.
        if (isShort || isLargest || (await this.#isEnough(full, wanted))) {
          return this.#concluded(reading, full, isShort && !full.isPart);
        }
      } else if (mayRefuseLimit(taken.error)) {
        const lower = await (full === null
          ? this.#readBelow(reading, limit, taken.error)
          : this.#concluded(reading, full));
        // Where less is refused as well, it was for another reason.
        if (lower.ok) this.#limits.noteRefused(accountId, limit, taken.error);
        return lower;
      } else if (taken.error.tooLong !== true) {
        if (full !== null) this.drop(full);
        return taken;
      } else {
        // A service may send all that it has, however few were asked for; and where records are long, more may come.
        tooLongFrom ??= limit;
        if (!isLargest) continue;
        this.#limits.noteTooLong(accountId, tooLongFrom, taken.error);
        return full === null ? taken : this.#concluded(reading, full, false, taken.error);
      }
    }
    return full === null ? { ok: false, error: unreadable } : this.#concluded(reading, full);
  }

  /** The records of a list, as the service listed them; null where the thread that held them is gone. */
  async records({ listId, length }: SyncedList): Promise<SubmissionRecord[] | null> {
    const records: SubmissionRecord[] = [];
    while (records.length < length) {
      const some = await this.#thread.ask((engine) => engine.listRecords(listId, records.length, PORTION));
      if (!some.ok || some.value.length === 0) return null;
      records.push(...some.value);
      // In turns of their own, so that what waits meanwhile is done in between.
      await nextTurn();
    }
    return records;
  }

  /** Whether all of a list is on the disk. Resolves when it is, or will never be. */
  async isStored({ listId }: SyncedList): Promise<boolean> {
    const stored = await this.#thread.ask((engine) => engine.isListStored(listId));
    return stored.ok && stored.value;
  }

  drop({ listId }: Pick<SyncedList, 'listId'>): void {
    this.#thread.post((engine) => engine.dropList(listId));
  }

  /** A person wants to know whether what was too long is so still. */
  askAgain(accountId: string): void {
    this.#limits.forgetTooLong(accountId);
  }

  /** The account's lists are of another service from now on. */
  forget(accountId: string): void {
    this.#limits.forget(accountId);
  }

  /**
   * What a service lists that refuses this limit: for smaller ones, and without any, where its own cap applies. However
   * short it is, it is only a part: nobody knows what such a service leaves out. `error`: what it said.
   */
  async #readBelow(reading: ListRead, refused: number, error: ServiceError): Promise<ServiceResult<SyncedList>> {
    let most: Taken | null = null;
    for (const limit of [...lowerLimits(refused), null]) {
      // Below one that was taken there is no more to come.
      if (most !== null && limit !== null) continue;
      const taken = await this.#readOnce(reading, limit);
      if (taken.ok) {
        const isLonger = most === null || taken.value.length > most.length;
        const shorter = isLonger ? most : taken.value;
        if (shorter !== null) this.drop(shorter);
        if (isLonger) most = taken.value;
        if (limit !== null && (taken.value.length < limit || (await this.#isEnough(taken.value, reading.wanted))))
          break;
      } else if (!mayRefuseLimit(taken.error) && taken.error.tooLong !== true) {
        return most === null ? taken : this.#concluded(reading, most);
      }
    }
    return most === null ? { ok: false, error } : this.#concluded(reading, most);
  }

  /** No more is read. What has not ended proves no absence, and shows what is in it. */
  async #concluded(
    { accountId, wanted }: ListRead,
    { listId, length, limit, at }: Taken,
    ended = false,
    tooLong: ServiceError | null = null,
  ): Promise<ServiceResult<SyncedList>> {
    // A list that was read as far as something in it is no sign of how much the service lists.
    if (ended || (wanted.ids ?? null) === null) {
      const sync = { asOf: at, limit: limit ?? this.#limits.first(accountId, 0, null), listed: length };
      await this.#thread.ask((engine) => engine.noteSync(accountId, sync));
    }
    return { ok: true, value: { listId, length, ended, tooLong } };
  }

  async #isEnough({ listId }: Taken, { ids = null }: ListWanted): Promise<boolean> {
    if (ids === null) return false;
    const holds = await this.#thread.ask((engine) => engine.listHolds(listId, ids));
    return holds.ok && holds.value;
  }

  /** One request, whose answer is taken in. */
  async #readOnce({ accountId, to, wanted }: ListRead, limit: number | null): Promise<ServiceResult<Taken>> {
    const thread = this.#thread;
    const listId = randomUUID();
    const bytes = new ListBytes(thread, listId);
    const at = new Date(this.#now()).toISOString();
    const deaths = thread.deaths;
    // A list that a cache kept proves no absence.
    const options = { ...(limit === null ? {} : { limit }), fresh: true };
    const answer = await getAllExpenditure(to, options, bytes, wanted.signal);
    if (!answer.ok || wanted.signal?.aborted === true) {
      this.drop({ listId });
      return answer.ok ? { ok: false, error: unreadable } : answer;
    }
    bytes.flush();
    const taken = await thread.ask((engine) => engine.takeList(listId, accountId));
    // Of whose list it died is not known where several came at once: each is read again only when a person asks.
    if (thread.deaths > deaths) to.onListCrash?.();
    const listed = taken.ok ? taken.value.listed : null;
    if (!taken.ok || listed === null) {
      this.drop({ listId });
      const detail = taken.ok ? 'The list is not of the expected shape.' : taken.error.detail;
      return { ok: false, error: { ...unreadable, ...(detail === undefined ? {} : { detail }) } };
    }
    const { isPart } = taken.value;
    wanted.onListed?.(listed);
    return { ok: true, value: { listId, at, limit, length: listed, isPart: isPart || answer.value.saysMore(listed) } };
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

  /** What is still here goes too. */
  flush(): void {
    if (this.#filled === 0) return;
    const bytes = this.#block.subarray(0, this.#filled);
    this.#thread.post((engine) => engine.takeListBytes(this.#listId, transfer(bytes, [bytes.buffer])));
    this.#block = new Uint8Array(BLOCK_BYTES);
    this.#filled = 0;
  }
}
