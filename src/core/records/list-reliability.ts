import type { SubmissionRecord } from '../../shared/records.ts';

export type ReadList = {
  readonly records: readonly SubmissionRecord[];
  /** True if the list has fewer entries than requested and does not say that there are more. */
  readonly ended: boolean;
};

/** A receipt of this account. The service must list its submission. */
export type ReceiptId = { readonly submissionId: string };

/** Lengths at which services commonly cap their lists, whatever limit is requested. */
const caps: ReadonlySet<number> = new Set([20, 50, 100, 250, 500, 1000]);

/** True if the service may have capped a list of this length. */
export function isCap(length: number): boolean {
  return caps.has(length);
}

/**
 * True if a list is certainly complete. A service may cap its lists below the requested limit. Therefore the list must
 * contain every receipt of this account, and its length must not be a common cap. `isTrusted`: the service is known to
 * have no cap.
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

/** The reliability of one reading of an account's list. */
export type Reliability = {
  readonly complete: boolean;
  /** The longest time (milliseconds) for which a receipt, or a record that was listed before, was missing. */
  readonly lateMs: number;
};

/** Tracks for one account, in this run, how late the service lists submissions. */
export class ListReliability {
  /** The ids of the last list. */
  #listed: ReadonlySet<string> = new Set();
  /** The time at which each expected id was first missing, by a monotonic clock. */
  readonly #missing = new Map<string, number>();
  #lateMs = 0;

  /** Notes a list whose reading began at `readAt` (monotonic milliseconds). `isTrusted`: see `isComplete`. */
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
