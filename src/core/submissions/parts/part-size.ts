/** Bytes; null where nothing is known of it. */
export type PayloadLimit = {
  /** The largest body that was taken. */
  readonly largestTaken: number | null;
  /** The smallest that was refused as too large. */
  readonly smallestRefused: number | null;
  /** What the service says that it takes. */
  readonly stated: number | null;
  /** What a person says that it takes. */
  readonly byHand: number | null;
};

export const nothingKnown: PayloadLimit = { largestTaken: null, smallestRefused: null, stated: null, byHand: null };

/** What one transaction of the network holds. */
const LARGEST_PART = 1024 * 1024;
/** Services bill at least as much. */
export const SMALLEST_PART = 1024;

/**
 * A service that has taken more than this does not come to take less: one that says so, and names no limit, or a gateway before
 * it, is at fault for a while. Made smaller for that, parts would be a thousand times as many for good, each of which is charged for.
 */
export const BELIEVED_DOWN_TO = 64 * 1024;

/** Bytes: what servers are usually set to take, without a large step between. Below, each size is half of the one before. */
const usualLimits = [...[768, 512, 384, 256, 192, 128, 100].map((kib) => kib * 1024), BELIEVED_DOWN_TO];

/** The size of parts: what the service is said to take, or the next usual limit below what it refused. */
export function partSizeFor({ smallestRefused, stated, byHand }: PayloadLimit): number {
  let size = Math.min(LARGEST_PART, byHand ?? stated ?? LARGEST_PART);
  while (smallestRefused !== null && size >= smallestRefused && size > SMALLEST_PART) size = sizeBelow(size);
  return Math.max(size, SMALLEST_PART);
}

const sizeBelow = (size: number): number => usualLimits.find((usual) => usual < size) ?? Math.floor(size / 2);

/** What goes as one submission: all, while nothing is known of a limit. */
export function largestWhole(limit: PayloadLimit): number {
  const { byHand, largestTaken, smallestRefused, stated } = limit;
  const said = byHand ?? stated;
  if (said === null && smallestRefused === null) return Number.POSITIVE_INFINITY;
  const isRefuted = said === null || (smallestRefused !== null && said >= smallestRefused);
  return Math.max(partSizeFor(limit), isRefuted ? 0 : said, byHand === null ? (largestTaken ?? 0) : 0);
}

/** What is known once so many bytes were taken. */
export function afterTaken(limit: PayloadLimit, size: number): PayloadLimit {
  const { largestTaken, smallestRefused, stated } = limit;
  return {
    ...limit,
    largestTaken: Math.max(size, largestTaken ?? 0),
    smallestRefused: smallestRefused !== null && smallestRefused <= size ? null : smallestRefused,
    stated: stated !== null && stated < size ? null : stated,
  };
}

/** What is known once so many bytes were refused as too large. `says`: what the service says that it takes. */
export function afterRefused(limit: PayloadLimit, size: number, says: number | null): PayloadLimit {
  const { byHand, largestTaken, smallestRefused } = limit;
  return {
    largestTaken: largestTaken !== null && largestTaken >= size ? null : largestTaken,
    smallestRefused: Math.min(size, smallestRefused ?? size),
    // A limit that it does not exceed is none.
    stated: says !== null && says < size ? says : null,
    // A person's word counts until it is shown to be wrong.
    byHand: byHand !== null && byHand >= size ? null : byHand,
  };
}
