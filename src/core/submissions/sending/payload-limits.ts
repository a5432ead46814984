import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { KnownPayloadLimit } from '../../../shared/submissions/parts.ts';
import type { Commit } from '../../storage/index.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import {
  afterRefused,
  afterTaken,
  BELIEVED_DOWN_TO,
  largestWhole,
  nothingKnown,
  type PayloadLimit,
  partSizeFor,
  SMALLEST_PART,
} from '../parts/part-size.ts';
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
