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

/** How far one reading of an account's list can be trusted. */
export type Reliability = {
  readonly complete: boolean;
  /** The longest time that a receipt, or a record that was listed before, was seen missing (milliseconds). */
  readonly lateMs: number;
};

/** Notes how late the lists of one account are in this run. */
export class ListReliability {
  /** The ids of the last list. */
  #listed: ReadonlySet<string> = new Set();
  /** When each id that must be listed was first missed, by a clock that is never set. */
  readonly #missing = new Map<string, number>();
  #lateMs = 0;

  /** Notes a list whose reading began at `readAt`. `isTrusted`: as for `isComplete`. */
  note(list: ReadList, receipts: readonly ReceiptId[], readAt: number, isTrusted: boolean): Reliability {
    if (!list.ended) return { complete: false, lateMs: this.#lateMs };
    const ids = new Set(list.records.map(({ id }) => id));
    for (const id of [...receipts.map(({ submissionId }) => submissionId), ...this.#listed]) {
      if (!ids.has(id) && !this.#missing.has(id)) this.#missing.set(id, readAt);
    }
    this.#listed = ids;
    for (const [id, since] of this.#missing) {
      if (ids.has(id)) this.#missing.delete(id);
      else this.#lateMs = Math.max(this.#lateMs, readAt - since);
    }
    const complete = this.#missing.size === 0 && isComplete(list, receipts, isTrusted, ids);
    return { complete, lateMs: this.#lateMs };
  }
}
