import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { KnownPayloadLimit } from '../../../shared/submissions/parts.ts';
import type { Commit } from '../../storage/index.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { QueueEvents } from '../queue-events.ts';
import type { AttemptEnd } from './consequence.ts';

/** The largest file that is sent whole, and the size of parts. */
export type Division = { readonly largestWhole: number; readonly partSize: number };

/** The largest body that each account's service accepts, by its address: learnt, or set by the user. */
export class PayloadLimits {
  readonly #commit: Commit;
  readonly #earlierSubmissions: EarlierSubmissions;
  /** The address that an account submits to; null while it cannot be reached. */
  readonly #addressOf: (accountId: string) => string | null;
  readonly #events: QueueEvents;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #known = new Map<string, PayloadLimit>();
  readonly #divisions = new WeakMap<PayloadLimit, Division>();

  constructor(
    database: DatabaseSync,
    commit: Commit,
    earlierSubmissions: EarlierSubmissions,
    addressOf: (accountId: string) => string | null,
    events: QueueEvents,
  ) {
    this.#commit = commit;
    this.#earlierSubmissions = earlierSubmissions;
    this.#addressOf = addressOf;
    this.#events = events;
    this.#statements = prepare(database);
  }

  of(accountId: string): PayloadLimit {
    const address = this.#addressOf(accountId);
    return address === null ? nothingKnown : this.#at(accountId, address);
  }

  /** The limit as the user sees it. */
  shown(accountId: string): KnownPayloadLimit {
    const limit = this.of(accountId);
    const isKnown = (limit.byHand ?? limit.smallestRefused ?? limit.stated) !== null;
    return { ...limit, isKnown, partSize: this.divisionOf(accountId).partSize };
  }

  divisionOf(accountId: string): Division {
    const limit = this.of(accountId);
    const known = this.#divisions.get(limit) ?? { largestWhole: largestWhole(limit), partSize: partSizeFor(limit) };
    this.#divisions.set(limit, known);
    return known;
  }

  /** Sets the user's limit; null if it is unknown. */
  async set(accountId: string, bytes: number | null): Promise<void> {
    const address = this.#addressOf(accountId);
    if (address === null) return;
    // The user knows better than what was learnt before.
    await this.#keep(accountId, address, { ...nothingKnown, byHand: bytes });
  }

  /** Learns from the end of an attempt. Adds the known bounds of the limit to a refusal because of the size. */
  learn(end: AttemptEnd, { accountId, size }: Pick<StoredSubmission, 'accountId' | 'size'>): AttemptEnd {
    const address = this.#addressOf(accountId);
    if (address === null || size === null) return end;
    const before = this.#at(accountId, address);
    if (end.kind === 'accepted') {
      if (size > (before.largestTaken ?? 0)) this.#learnt(accountId, address, afterTaken(before, size));
      return end;
    }
    if (end.kind !== 'refused' || end.error.code !== 'too-large') return end;
    const { limit = null, said = null } = end.error.values ?? {};
    const isBelow = (bytes: number | null): boolean => bytes !== null && bytes < size;
    if (!isBelow(limit) && size <= BELIEVED_DOWN_TO && this.#hasTakenMore(accountId))
      return { kind: 'refused-what-it-took', said };
    this.#learnt(accountId, address, afterRefused(before, size, limit));
    const { largestTaken } = before;
    // A limit that this file does not exceed is none.
    const values = { limit: isBelow(limit) ? limit : null, taken: isBelow(largestTaken) ? largestTaken : null, said };
    return { ...end, error: { ...end.error, values } };
  }

  /** True if the file can be sent in smaller parts. */
  isDivisible({ size }: Pick<StoredSubmission, 'size'>): boolean {
    return size !== null && size > SMALLEST_PART;
  }

  #hasTakenMore(accountId: string): boolean {
    return (this.#earlierSubmissions.largestTaken(accountId) ?? 0) > BELIEVED_DOWN_TO;
  }

  forget(accountId: string): void {
    for (const key of this.#known.keys()) if (key.startsWith(`${accountId} `)) this.#known.delete(key);
  }

  #at(accountId: string, address: string): PayloadLimit {
    const key = `${accountId} ${address}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const row = this.#statements.select.get(accountId, address);
    const read =
      row === undefined
        ? { ...nothingKnown, largestTaken: this.#earlierSubmissions.largestTaken(accountId) }
        : limitRow.parse(row);
    this.#known.set(key, read);
    return read;
  }

  /** If it cannot be stored now, it is learnt again later. */
  #learnt(accountId: string, address: string, limit: PayloadLimit): void {
    this.#keep(accountId, address, limit).catch(() => undefined);
  }

  async #keep(accountId: string, address: string, limit: PayloadLimit): Promise<void> {
    const before = this.divisionOf(accountId);
    this.#known.set(`${accountId} ${address}`, limit);
    const now = this.divisionOf(accountId);
    if (before.partSize !== now.partSize || before.largestWhole !== now.largestWhole) {
      this.#events.emit('payload-limit-changed', accountId);
    }
    const { largestTaken, smallestRefused, stated, byHand } = limit;
    await this.#commit(() => {
      this.#statements.put.run(accountId, address, largestTaken, smallestRefused, stated, byHand);
    });
  }
}

const bytes = z.number().nullable().catch(null);
const limitRow = z.object({ largestTaken: bytes, smallestRefused: bytes, stated: bytes, byHand: bytes });

function prepare(database: DatabaseSync) {
  return {
    select: database.prepare(
      `SELECT largest_taken AS largestTaken, smallest_refused AS smallestRefused, stated, by_hand AS byHand
       FROM payload_limits WHERE account_id = ? AND address = ?`,
    ),
    put: database.prepare(
      `INSERT INTO payload_limits (account_id, address, largest_taken, smallest_refused, stated, by_hand)
       VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (account_id, address) DO UPDATE SET largest_taken = excluded.largest_taken,
         smallest_refused = excluded.smallest_refused, stated = excluded.stated, by_hand = excluded.by_hand`,
    ),
  };
}

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
const BELIEVED_DOWN_TO = 64 * 1024;

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
