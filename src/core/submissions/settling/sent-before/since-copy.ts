import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../service/index.ts';
import type { Commit } from '../../../storage/index.ts';
import { CopyMarks } from '../../journal/distrust.ts';
import { type Grace, HASH_IS_LATE_AFTER_MS, type recordsAccessAfter } from '../search.ts';
import { LONGEST_WAIT_FOR_RECORDS_MS, LOOK_AGAIN_MS, NextLook } from './next-look.ts';
import type { UnclaimedSince } from './unclaimed-since.ts';

/**
 * What reading an account's whole list of submissions has come to. Only a list that is provably all that there is counts as
 * read. `isTrusted`: the service is known to list at once all that this account submits; `lateMs`: how late the account's lists
 * were seen to be; `retryAt`: epoch milliseconds.
 */
export type RecordsRead =
  | { readonly kind: 'read'; readonly unclaimed: UnclaimedSince; readonly isTrusted: boolean; readonly lateMs: number }
  | {
      readonly kind: 'unread';
      readonly records: ReturnType<typeof recordsAccessAfter>;
      readonly retryAt: number | null;
    };

/** `clear`: the account's files may go. `ask`: the user decides. `again`: they wait, and the records are read again after `ms`. */
export type SinceCopyLook = { readonly verdict: 'clear' | 'ask' | 'again'; readonly ms: number };

export type SinceCopyParts = {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  readonly clock: Clock;
  readonly grace: Grace;
  readonly settling: { readonly readRecords: (accountId: string, seenUntil: number) => Promise<RecordsRead> };
};

const LOOK_FOR_HASH_MS = 30_000;
/** How long the records are waited for before the user is asked. */
const patienceMs: { readonly [Records in ReturnType<typeof recordsAccessAfter>]: number } = {
  none: 0,
  unreadable: 60_000,
  'out-of-reach': LONGEST_WAIT_FOR_RECORDS_MS,
};
/** Files that come after the question are put to the user as well, without another look for so long. */
const ASKED_HOLDS_MS = 60_000;

/**
 * Accounts whose data came from a copy, and whose records since then are not all known. Those records alone know what was
 * submitted after the copy was made. Until they belong to known files, nothing is sent, and the user is asked once.
 */
export class SinceCopy {
  readonly #parts: SinceCopyParts;
  /** By account: what the copy had seen. */
  readonly #unread: Map<string, number>;
  readonly #marks: CopyMarks;
  /** By the steady clock, as all of these: whatever is looked for was submitted before this run began. */
  readonly #startedAt: number;
  /** Until when what an account submitted last may be in no list yet. */
  readonly #lateUntil = new Map<string, number>();
  readonly #nextLook: NextLook<string>;
  /** When the user was last asked about the files that wait. */
  readonly #askedAt = new Map<string, number>();

  constructor(parts: SinceCopyParts) {
    this.#parts = parts;
    this.#nextLook = new NextLook(parts.clock);
    this.#marks = new CopyMarks(parts.database);
    this.#unread = this.#marks.all();
    this.#startedAt = parts.clock.monotonic();
  }

  /** True if the account's files have to wait for the records. */
  isUnread(accountId: string): boolean {
    return this.#unread.has(accountId);
  }

  /** Until when (by the steady clock) the records may be late, and nothing is sent; long ago where that keeps nothing. */
  lateUntil(accountId: string): number {
    return this.#lateUntil.get(accountId) ?? Number.NEGATIVE_INFINITY;
  }

  /** Reads an account's records. Never rejects. */
  async look(accountId: string): Promise<SinceCopyLook> {
    const { clock, grace, settling } = this.#parts;
    const seenUntil = this.#unread.get(accountId);
    if (seenUntil === undefined) return { verdict: 'clear', ms: 0 };
    const askedAt = this.#askedAt.get(accountId);
    if (askedAt !== undefined && clock.monotonic() - askedAt < ASKED_HOLDS_MS) return { verdict: 'ask', ms: 0 };
    try {
      const age = clock.monotonic() - this.#startedAt;
      const read = await settling.readRecords(accountId, seenUntil);
      if (read.kind === 'unread') return this.#unreadYet(accountId, read.records, read.retryAt);
      // The service may be at work on what was submitted just before this run, or list it late.
      const graceMs = read.isTrusted ? grace.earlierRun : Math.max(grace.thisRun, grace.lateList);
      this.#lateUntil.set(accountId, this.#startedAt + graceMs);
      if (age < graceMs) {
        this.#nextLook.forget(accountId);
        return { verdict: 'again', ms: graceMs - age };
      }
      if (age < 2 * read.lateMs) return this.#unreadYet(accountId, 'unreadable', null);
      // A hash comes with the block.
      if (read.unclaimed === 'hash-missing' && age < HASH_IS_LATE_AFTER_MS) {
        return { verdict: 'again', ms: LOOK_FOR_HASH_MS };
      }
      if (read.unclaimed !== 'none') return this.#ask(accountId);
      await this.#parts.commit(() => {
        this.#marks.delete(accountId);
      });
    } catch {
      // The disk may not have taken the records either.
      return { verdict: 'again', ms: LOOK_AGAIN_MS };
    }
    this.#unread.delete(accountId);
    return { verdict: 'clear', ms: 0 };
  }

  /** The user wants the account's files sent although the records do not tell; or the account is removed. */
  async release(accountId: string): Promise<void> {
    if (!this.#unread.delete(accountId)) return;
    try {
      await this.#parts.commit(() => {
        this.#marks.delete(accountId);
      });
    } catch {
      // It is asked about once more after a restart.
    }
  }

  #unreadYet(accountId: string, records: ReturnType<typeof recordsAccessAfter>, retryAt: number | null): SinceCopyLook {
    const ms = this.#nextLook.afterUnread(accountId, retryAt, patienceMs[records]);
    return ms === null ? this.#ask(accountId) : { verdict: 'again', ms };
  }

  #ask(accountId: string): SinceCopyLook {
    this.#askedAt.set(accountId, this.#parts.clock.monotonic());
    return { verdict: 'ask', ms: 0 };
  }
}
