import { setImmediate } from 'node:timers/promises';
import type { SubmissionRecord } from '../../shared/records.ts';
import type { ServiceResult } from '../service/index.ts';
import {
  type Connection,
  getAllExpenditure,
  lowerLimits,
  mayRefuseLimit,
  type ServiceError,
} from '../service/index.ts';
import { firstLimit, raisedLimit } from './index.ts';

export type ReadList = {
  readonly records: readonly SubmissionRecord[];
  /** Fewer entries came than were asked for, and nothing said that there are more. */
  readonly ended: boolean;
};

export type ExpenditureLists = ReturnType<typeof createExpenditureLists>;

/** A list that is too long to be read, or refused, is so at the next look as well: it is asked for again after this. */
const REST_MS = 60 * 60_000;

/** What came of this limit, and so of all that are larger. */
type Beyond = { readonly limit: number; readonly until: number; readonly error: ServiceError };

/**
 * Reads accounts' lists of submissions; a limit that turned out too small for an account is raised for good, and one that
 * made the answer too long to be read, or that the service refused, is left alone for an hour. `now`: of the steady clock,
 * in milliseconds.
 */
export function createExpenditureLists(now: () => number = () => performance.now()) {
  const limits = new Map<string, number>();
  const tooLong = new Map<string, Beyond>();
  const refused = new Map<string, Beyond>();

  /** Whether such a limit is left alone as yet. */
  const isKnown = (known: Beyond | undefined, limit: number): known is Beyond =>
    known !== undefined && limit >= known.limit && now() < known.until;

  return {
    /** `isEnough`: what came holds all that is looked for, so that a list that goes on need not be read to its end. */
    async read(
      accountId: string,
      connection: Connection,
      expected: number,
      isEnough: (records: readonly SubmissionRecord[]) => boolean,
    ): Promise<ServiceResult<ReadList>> {
      const first = firstLimit(limits.get(accountId) ?? null, expected);
      let full: readonly SubmissionRecord[] | null = null;
      let tooLongFrom: number | null = null;
      for (let limit: number | null = first; limit !== null; limit = raisedLimit(limit)) {
        const known = tooLong.get(accountId);
        if (isKnown(known, limit)) return full === null ? { ok: false, error: known.error } : partOf(full);
        const bound = refused.get(accountId);
        if (isKnown(bound, limit)) {
          return full === null ? readBelow(connection, limit, bound.error, isEnough) : partOf(full);
        }
        const listed = await getAllExpenditure(connection, { limit, fresh: true });
        const isLargest = raisedLimit(limit) === null;
        if (listed.ok) {
          tooLongFrom = null;
          if (limit > first) limits.set(accountId, limit);
          const { entries: records, isPart } = listed.value;
          const isShort = records.length < limit;
          const ended = isShort && !isPart;
          // Of what is short and yet a part, a larger limit brings no more.
          if (isShort || isLargest || isEnough(records)) return { ok: true, value: { records, ended } };
          full = records;
          continue;
        }
        if (mayRefuseLimit(listed.error)) {
          const lower = full === null ? await readBelow(connection, limit, listed.error, isEnough) : partOf(full);
          // Where less is refused as well, it was for another reason.
          if (lower.ok) refused.set(accountId, { limit, until: now() + REST_MS, error: listed.error });
          return lower;
        }
        if (listed.error.tooLong !== true) return listed;
        // A service may send all that it has, however few were asked for; and where records are long, more may come.
        tooLongFrom ??= limit;
        if (!isLargest) continue;
        tooLong.set(accountId, { limit: tooLongFrom, until: now() + REST_MS, error: listed.error });
        if (full === null) return listed;
      }
      return partOf(full ?? []);
    },

    /** The account's lists are of another service from now on. */
    forget(accountId: string): void {
      limits.delete(accountId);
      tooLong.delete(accountId);
      refused.delete(accountId);
    },
  };
}

/** It proves no absence, and shows what is in it. */
const partOf = (records: readonly SubmissionRecord[]): { readonly ok: true; readonly value: ReadList } => ({
  ok: true,
  value: { records, ended: false },
});

/**
 * What a service lists that refuses this limit: for smaller ones, and without any, where its own cap applies. However
 * short it is, it is only a part: nobody knows what such a service leaves out. `error`: what it said.
 */
async function readBelow(
  connection: Connection,
  refused: number,
  error: ServiceError,
  isEnough: (records: readonly SubmissionRecord[]) => boolean,
): Promise<ServiceResult<ReadList>> {
  let most: readonly SubmissionRecord[] | null = null;
  for (const limit of [...lowerLimits(refused), null]) {
    // Below one that was taken there is no more to come.
    if (most !== null && limit !== null) continue;
    const listed = await getAllExpenditure(connection, { ...(limit === null ? {} : { limit }), fresh: true });
    if (listed.ok) {
      const { entries } = listed.value;
      if (most === null || entries.length > most.length) most = entries;
      if (limit !== null && (entries.length < limit || isEnough(entries))) break;
    } else if (!mayRefuseLimit(listed.error) && listed.error.tooLong !== true) {
      return most === null ? listed : partOf(most);
    }
  }
  return most === null ? { ok: false, error } : partOf(most);
}

/** What was accepted, by its submission id. */
type OfSubmission = { readonly submissionId: string };

/** How long a list is: all its entries, and without those that come twice. A service may cap either. */
export type ListLength = { readonly entries: number; readonly submissions: number };

export const noList: ListLength = { entries: 0, submissions: 0 };

/**
 * Whether a list is provably all that there is. A service may cap its lists below the limit that it was asked for, so the
 * end alone proves nothing: every receipt that this account ever got must be in it, whatever the order; and where the
 * length looks like such a cap, a longer list must have come before. `honest`: the service is known to have no cap.
 */
export function isComplete(
  { records, ended }: ReadList,
  receipts: readonly OfSubmission[],
  longest: ListLength = noList,
  honest = false,
  ids: ReadonlySet<string> = new Set(records.map(({ id }) => id)),
): boolean {
  if (!ended) return false;
  if (receipts.some(({ submissionId }) => !ids.has(submissionId))) return false;
  const length = { entries: records.length, submissions: ids.size };
  const isShorter = length.entries < longest.entries && length.submissions < longest.submissions;
  return honest || isShorter || !(looksLikeCap(length.entries) || looksLikeCap(length.submissions));
}

/**
 * Caps are round numbers, of people or of machines, or fill the rows of a page; the larger they are, the rounder. A limit
 * that is itself left out gives one less.
 */
export function looksLikeCap(length: number): boolean {
  return isRound(length) || (length > 60 && isRound(length + 1));
}

function isRound(length: number): boolean {
  // No service has so short a cap, and every account is so short once.
  if (length < 10) return false;
  const steps = length <= 100 ? [10, 12, 15, 25] : length <= 200 ? [10, 12, 25] : [50];
  return steps.some((each) => length % each === 0) || Number.isInteger(Math.log2(length));
}

/** One reading of an account's list, as far as it tells how far lists of this account can be believed. */
export type Reliability = {
  readonly complete: boolean;
  /** The longest that a receipt, or what was listed before, was seen missing (milliseconds). */
  readonly lateMs: number;
};

/** A service that leaves out what it listed before is trusted no more than one that is late by this. */
const GAP_MS = 10 * 60_000;

/** What must be in a list is known by so many ids, and characters of ids, at most: several times a list of honest length. */
const MOST_EXPECTED = 500_000;
const MOST_CHARACTERS = 64 * 1024 * 1024;

/** What the lists of one account were like in this run: how long, how late, and with which gaps. */
export class ListHistory {
  /** Those of the last list. With what is missing since, they are all that was ever listed. */
  #listed: ReadonlySet<string> = new Set();
  /** Since when (by the steady clock) what must be in the list is missing. */
  readonly #missing = new Map<string, number>();
  #missingCharacters = 0;
  #longest: ListLength = noList;
  #lateMs = 0;
  /** More went missing than anybody keeps: no list of this service proves anything any more. */
  #unreliable = false;

  /**
   * Takes note of a list whose reading began at `readAt`. `honest`: as for `isComplete`. In turns, since there may be
   * hundreds of thousands; the lists of one account are noted one after the other.
   */
  async note(list: ReadList, receipts: readonly OfSubmission[], readAt: number, honest: boolean): Promise<Reliability> {
    if (!list.ended || this.#unreliable) return { complete: false, lateMs: this.#lateMs };
    const ids = new Set<string>();
    let characters = 0;
    await inTurns(list.records, ({ id }) => {
      if (!ids.has(id)) characters += id.length;
      ids.add(id);
    });
    await inTurns(this.#missing, ([id, since]) => {
      if (ids.has(id)) this.#find(id);
      else this.#lateMs = Math.max(this.#lateMs, readAt - since);
    });
    await inTurns(receipts, ({ submissionId }) => this.#expect(submissionId, ids, readAt));
    await inTurns(this.#listed, (id) => {
      if (this.#expect(id, ids, readAt)) this.#lateMs = Math.max(this.#lateMs, GAP_MS);
    });
    this.#listed = ids;
    const isTooMuch = ids.size + this.#missing.size > MOST_EXPECTED;
    if (isTooMuch || characters + this.#missingCharacters > MOST_CHARACTERS) this.#giveUp();
    const isWhole = !this.#unreliable && this.#missing.size === 0;
    const complete = isWhole && isComplete(list, receipts, this.#longest, honest, ids);
    this.#longest = {
      entries: Math.max(this.#longest.entries, list.records.length),
      submissions: Math.max(this.#longest.submissions, ids.size),
    };
    return { complete, lateMs: this.#lateMs };
  }

  /** Whether it is missing as of now. */
  #expect(id: string, ids: ReadonlySet<string>, readAt: number): boolean {
    if (ids.has(id) || this.#missing.has(id)) return false;
    this.#missing.set(id, readAt);
    this.#missingCharacters += id.length;
    return true;
  }

  #find(id: string): void {
    this.#missing.delete(id);
    this.#missingCharacters -= id.length;
  }

  #giveUp(): void {
    this.#unreliable = true;
    this.#lateMs = Math.max(this.#lateMs, GAP_MS);
    this.#listed = new Set();
    this.#missing.clear();
    this.#missingCharacters = 0;
  }
}

/** A few milliseconds' worth. */
const AT_ONCE = 5_000;

/** Whatever else waits has its turn in between. */
async function inTurns<Value>(values: Iterable<Value>, take: (value: Value) => void): Promise<void> {
  let taken = 0;
  for (const value of values) {
    take(value);
    taken += 1;
    if (taken % AT_ONCE === 0) await setImmediate();
  }
}
