import { setImmediate } from 'node:timers/promises';
import type { SubmissionRecord } from '../../shared/records.ts';

export type ReadList = {
  readonly records: readonly SubmissionRecord[];
  /** Fewer entries came than were asked for, and nothing said that there are more. */
  readonly ended: boolean;
};

/** A receipt that this account got: its submission must be listed. */
export type ReceiptId = { readonly submissionId: string };

/** Lengths at which services cap their lists, whatever was asked for. */
const caps: ReadonlySet<number> = new Set([20, 50, 100, 250, 500, 1000]);

/** True if a list of so many entries may have been cut by the service. */
export function isCap(length: number): boolean {
  return caps.has(length);
}

/**
 * True if a list is all that there is. A service may cap its lists below the limit that it was asked for. So every receipt that
 * this account ever got must be in the list, and its length must not be a cap. `isTrusted`: the service is known to have no cap.
 */
export function isComplete(
  { records, ended }: ReadList,
  receipts: readonly ReceiptId[],
  isTrusted = false,
  ids: ReadonlySet<string> = new Set(records.map(({ id }) => id)),
): boolean {
  const holdsAll = receipts.every(({ submissionId }) => ids.has(submissionId));
  return ended && holdsAll && (isTrusted || !(isCap(records.length) || isCap(ids.size)));
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

/** What the lists of one account were like in this run: how late, and with which gaps. */
export class ListReliability {
  /** Those of the last list. With what is missing since, they are all that was ever listed. */
  #listed: ReadonlySet<string> = new Set();
  /** Since when (by the steady clock) what must be in the list is missing. */
  readonly #missing = new Map<string, number>();
  #missingCharacters = 0;
  #lateMs = 0;
  /** More went missing than anybody keeps: no list of this service proves anything any more. */
  #unreliable = false;

  /**
   * Takes note of a list whose reading began at `readAt`. `isTrusted`: as for `isComplete`. In turns, since there may be
   * hundreds of thousands; the lists of one account are noted one after the other.
   */
  async note(list: ReadList, receipts: readonly ReceiptId[], readAt: number, isTrusted: boolean): Promise<Reliability> {
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
    const complete = isWhole && isComplete(list, receipts, isTrusted, ids);
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
