/** How much is kept of what one account's service lists. `bytes`: of the records' JSON. */
export type KeptLimits = { readonly records: number; readonly bytes: number };

/**
 * 400,000 records, and 256 MiB of them as they are written. An ordinary record comes to some 560 bytes, so that 400,000 of
 * them fit in both.
 */
export const mostKept: KeptLimits = { records: 400_000, bytes: 256 * 1024 * 1024 };

/** An account's own receipts are kept beyond that, where their records are no longer than this (bytes). */
const LONGEST_OWN = 64 * 1024;

/** By so much what is kept may grow beyond that: what was pending is to become final. */
const GROWTH = 1.25;

export const isFull = (kept: KeptLimits, most: KeptLimits): boolean =>
  kept.records >= most.records || kept.bytes >= most.bytes;

/** Whether a record that a service lists may be kept. `known`: how long it was before; null where it is new. */
export function mayKeep(
  kept: KeptLimits,
  most: KeptLimits,
  { length, known, isOwn }: { readonly length: number; readonly known: number | null; readonly isOwn: boolean },
): boolean {
  if (known === null ? !isFull(kept, most) : kept.bytes < most.bytes * GROWTH || length <= known) return true;
  return isOwn && length <= LONGEST_OWN;
}
