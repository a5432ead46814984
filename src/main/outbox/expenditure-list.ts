import type { SubmissionRecord } from '../../shared/records.ts';
import { firstLimit, raisedLimit } from '../ledger/index.ts';
import type { Connection } from '../service/index.ts';
import { getAllExpenditure } from '../service/index.ts';
import type { ServiceResult } from '../service/outcome.ts';
import type { Receipt } from './past.ts';

export type ReadList = {
  readonly records: readonly SubmissionRecord[];
  /** Fewer entries came than were asked for. */
  readonly ended: boolean;
};

export type ExpenditureLists = ReturnType<typeof createExpenditureLists>;

/** Reads accounts' lists of submissions; a limit that turned out too small for an account is raised for good. */
export function createExpenditureLists() {
  const limits = new Map<string, number>();

  return {
    /** `isEnough`: what came holds all that is looked for, so that a list that goes on need not be read to its end. */
    async read(
      accountId: string,
      connection: Connection,
      expected: number,
      isEnough: (records: readonly SubmissionRecord[]) => boolean,
    ): Promise<ServiceResult<ReadList>> {
      const first = firstLimit(limits.get(accountId) ?? null, expected);
      let limit = first;
      for (;;) {
        const listed = await getAllExpenditure(connection, { limit });
        const raised = raisedLimit(limit);
        if (!listed.ok) {
          // A service may send all that it has, however few were asked for.
          if (listed.error.tooLong !== true || raised === null) return listed;
          limit = raised;
          continue;
        }
        if (limit > first) limits.set(accountId, limit);
        const ended = listed.value.length < limit;
        if (ended || raised === null || isEnough(listed.value)) {
          return { ok: true, value: { records: listed.value, ended } };
        }
        limit = raised;
      }
    },
  };
}

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
  receipts: readonly Pick<Receipt, 'submissionId'>[],
  longest: ListLength = noList,
  honest = false,
): boolean {
  if (!ended) return false;
  const ids = new Set(records.map(({ id }) => id));
  if (receipts.some(({ submissionId }) => !ids.has(submissionId))) return false;
  const length = { entries: records.length, submissions: ids.size };
  const isShorter = length.entries < longest.entries && length.submissions < longest.submissions;
  return honest || isShorter || !(looksLikeCap(length.entries) || looksLikeCap(length.submissions));
}

/** Caps are round numbers, of people or of machines; the larger they are, the rounder. */
export function looksLikeCap(length: number): boolean {
  if (length < 10) return false;
  const steps = length <= 100 ? [10, 25] : length <= 200 ? [25, 120] : [50];
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

/** What the lists of one account were like in this run: how long, how late, and with which gaps. */
export class ListHistory {
  readonly #listed = new Set<string>();
  /** Since when (by the steady clock) what must be in the list is missing. */
  readonly #missing = new Map<string, number>();
  #longest: ListLength = noList;
  #lateMs = 0;

  /** Takes note of a list whose reading began at `readAt`. `honest`: as for `isComplete`. */
  note(list: ReadList, receipts: readonly Receipt[], readAt: number, honest: boolean): Reliability {
    if (!list.ended) return { complete: false, lateMs: this.#lateMs };
    const ids = new Set(list.records.map(({ id }) => id));
    for (const [id, since] of this.#missing) {
      if (ids.has(id)) this.#missing.delete(id);
      else this.#lateMs = Math.max(this.#lateMs, readAt - since);
    }
    for (const { submissionId } of receipts) this.#expect(submissionId, ids, readAt);
    for (const id of this.#listed) {
      if (this.#expect(id, ids, readAt)) this.#lateMs = Math.max(this.#lateMs, GAP_MS);
    }
    const complete = this.#missing.size === 0 && isComplete(list, receipts, this.#longest, honest);
    for (const id of ids) this.#listed.add(id);
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
    return true;
  }
}
