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

type PayloadLimitsParts = {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  /** The address that an account submits to; null while it cannot be reached. */
  readonly addressOf: (accountId: string) => string | null;
  readonly earlierSubmissions: Pick<EarlierSubmissions, 'largestTaken'>;
  readonly events: Pick<QueueEvents, 'emit'>;
};

/** How the service of an account divides what goes to it: what goes whole, and how large parts are. */
export type Division = { readonly largestWhole: number; readonly partSize: number };

/** What is known of the largest body that the service of each account takes, by its address: learnt, or set by a person. */
export class PayloadLimits {
  readonly #parts: PayloadLimitsParts;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #known = new Map<string, PayloadLimit>();
  /** Asked for each row: made once for what is known. */
  readonly #divisions = new WeakMap<PayloadLimit, Division>();

  constructor(parts: PayloadLimitsParts) {
    this.#parts = parts;
    this.#statements = prepare(parts.database);
  }

  of(accountId: string): PayloadLimit {
    const address = this.#parts.addressOf(accountId);
    return address === null ? nothingKnown : this.#at(accountId, address);
  }

  /** The same with what follows from it, as a person is shown it. */
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

  /** A person says what the service takes, or with null that nobody knows. */
  async set(accountId: string, bytes: number | null): Promise<void> {
    const address = this.#parts.addressOf(accountId);
    if (address === null) return;
    // What was learnt before need not hold any more: that is why they say it.
    await this.#keep(accountId, address, { ...nothingKnown, byHand: bytes });
  }

  /** Takes in how a try ended. A refusal because of the size comes back with what bounds the limit. */
  learn(end: AttemptEnd, { accountId, size }: Pick<StoredSubmission, 'accountId' | 'size'>): AttemptEnd {
    const address = this.#parts.addressOf(accountId);
    if (address === null || size === null) return end;
    const before = this.#at(accountId, address);
    if (end.kind === 'accepted') {
      // Most are smaller than one that was taken before.
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
    // A limit that this file does not exceed, or that what was taken does, is none.
    const values = { limit: isBelow(limit) ? limit : null, taken: isBelow(largestTaken) ? largestTaken : null, said };
    return { ...end, error: { ...end.error, values } };
  }

  /** Whether what was refused as too large can go in smaller pieces. */
  isDivisible({ size }: Pick<StoredSubmission, 'size'>): boolean {
    return size !== null && size > SMALLEST_PART;
  }

  #hasTakenMore(accountId: string): boolean {
    return (this.#parts.earlierSubmissions.largestTaken(accountId) ?? 0) > BELIEVED_DOWN_TO;
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
        ? { ...nothingKnown, largestTaken: this.#parts.earlierSubmissions.largestTaken(accountId) }
        : limitRow.parse(row);
    this.#known.set(key, read);
    return read;
  }

  /** What the disk does not take now is learnt again. */
  #learnt(accountId: string, address: string, limit: PayloadLimit): void {
    this.#keep(accountId, address, limit).catch(() => undefined);
  }

  async #keep(accountId: string, address: string, limit: PayloadLimit): Promise<void> {
    const before = this.divisionOf(accountId);
    this.#known.set(`${accountId} ${address}`, limit);
    const now = this.divisionOf(accountId);
    if (before.partSize !== now.partSize || before.largestWhole !== now.largestWhole) {
      this.#parts.events.emit('payload-limit-changed', accountId);
    }
    const { largestTaken, smallestRefused, stated, byHand } = limit;
    await this.#parts.commit(() => {
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
