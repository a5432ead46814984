/** The known payload limits of an account, in bytes. Null if not known. */
export type PayloadLimit = {
  /** The largest accepted body. */
  readonly largestTaken: number | null;
  /** The smallest body that was refused as too large. */
  readonly smallestRefused: number | null;
  /** The limit that the service states. */
  readonly stated: number | null;
  /** The limit that the user set. */
  readonly byHand: number | null;
};

export const nothingKnown: PayloadLimit = { largestTaken: null, smallestRefused: null, stated: null, byHand: null };

/** The capacity of one transaction of the network. */
const LARGEST_PART = 1024 * 1024;
/** The minimum size that services bill. */
export const SMALLEST_PART = 1024;

/**
 * A service that accepted more than this is not expected to accept less. If it refuses smaller bodies without naming a
 * limit, it or a gateway has a temporary fault. Smaller parts would stay for good, and each part is charged for.
 */
export const BELIEVED_DOWN_TO = 64 * 1024;

/** Usual limits of servers in bytes, in small steps. Below the last one, each size is half of the one before. */
const usualLimits = [...[768, 512, 384, 256, 192, 128, 100].map((kib) => kib * 1024), BELIEVED_DOWN_TO];

/** Returns the size of parts: the known limit, or the next usual limit below the refused size. */
export function partSizeFor({ smallestRefused, stated, byHand }: PayloadLimit): number {
  let size = Math.min(LARGEST_PART, byHand ?? stated ?? LARGEST_PART);
  while (smallestRefused !== null && size >= smallestRefused && size > SMALLEST_PART) size = sizeBelow(size);
  return Math.max(size, SMALLEST_PART);
}

const sizeBelow = (size: number): number => usualLimits.find((usual) => usual < size) ?? Math.floor(size / 2);

/** Returns the largest size that is sent whole. Infinite while no limit is known. */
export function largestWhole(limit: PayloadLimit): number {
  const { byHand, largestTaken, smallestRefused, stated } = limit;
  const said = byHand ?? stated;
  if (said === null && smallestRefused === null) return Number.POSITIVE_INFINITY;
  const isRefuted = said === null || (smallestRefused !== null && said >= smallestRefused);
  return Math.max(partSizeFor(limit), isRefuted ? 0 : said, byHand === null ? (largestTaken ?? 0) : 0);
}

/** Returns what is known after `size` bytes were accepted. */
export function afterTaken(limit: PayloadLimit, size: number): PayloadLimit {
  const { largestTaken, smallestRefused, stated } = limit;
  return {
    ...limit,
    largestTaken: Math.max(size, largestTaken ?? 0),
    smallestRefused: smallestRefused !== null && smallestRefused <= size ? null : smallestRefused,
    stated: stated !== null && stated < size ? null : stated,
  };
}

/** Returns what is known after `size` bytes were refused as too large. `says` is the limit that the service states. */
export function afterRefused(limit: PayloadLimit, size: number, says: number | null): PayloadLimit {
  const { byHand, largestTaken, smallestRefused } = limit;
  return {
    largestTaken: largestTaken !== null && largestTaken >= size ? null : largestTaken,
    smallestRefused: Math.min(size, smallestRefused ?? size),
    // A stated limit that the body does not exceed cannot be the reason.
    stated: says !== null && says < size ? says : null,
    // The user's limit holds until it is shown to be wrong.
    byHand: byHand !== null && byHand >= size ? null : byHand,
  };
}
