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
 * have no cap, or its count of all entries shows that none is missing.
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

/** Recognises incomplete lists of one account by what an earlier list of this run contained. */
export class ListReliability {
  readonly #listed = new Set<string>();

  /** True if a list is certainly complete. `isTrusted`: see `isComplete`. */
  isComplete(list: ReadList, receipts: readonly ReceiptId[], isTrusted: boolean): boolean {
    if (!list.ended) return false;
    const ids = new Set(list.records.map(({ id }) => id));
    for (const id of ids) this.#listed.add(id);
    return this.#listed.size === ids.size && isComplete(list, receipts, isTrusted, ids);
  }
}
