import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../service/index.ts';
import type { Commit } from '../../../storage/index.ts';
import { contentHashOf } from '../../journal/content-digests.ts';
import { type CopyMark, CopyMarks } from '../../journal/copy-marks.ts';
import type { StoredSubmission } from '../../journal/submission.ts';
import { type Grace, HASH_IS_LATE_AFTER_MS, type recordsAfter } from '../search.ts';
import { LONGEST_WAIT_FOR_RECORDS_MS, LOOK_AGAIN_MS, NextLook } from './next-look.ts';
import type { StrangersSince } from './strangers-since.ts';

/**
 * What reading an account's whole list of submissions has come to. Only a list that is provably all that there is counts as
 * read. `lateMs`: how late the account's lists were seen to be; `retryAt`: epoch milliseconds.
 */
export type RecordsRead =
  | { readonly kind: 'read'; readonly strangers: StrangersSince; readonly lateMs: number }
  | { readonly kind: 'unread'; readonly records: ReturnType<typeof recordsAfter>; readonly retryAt: number | null };

/** `ask`: the records do not tell, so a person has to. */
type SinceCopyVerdict = 'clear' | 'again' | 'ask';

/** `of`: for each file that waits; `ms`: after which the records are to be read again for those that wait on. */
export type SinceCopyLook = {
  readonly of: (submission: StoredSubmission) => SinceCopyVerdict;
  readonly ms: number;
};

export type SinceCopyParts = {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  readonly clock: Clock;
  readonly grace: Grace;
  readonly settling: { readonly readRecords: (accountId: string, mark: CopyMark) => Promise<RecordsRead> };
};

const LOOK_FOR_HASH_MS = 30_000;
/** How long the records are waited for before a person is asked. */
const patienceMs: { readonly [Records in ReturnType<typeof recordsAfter>]: number } = {
  none: 0,
  unreadable: 60_000,
  'out-of-reach': LONGEST_WAIT_FOR_RECORDS_MS,
};
/** Files that come after the question are put to the person as well, without another look for so long. */
const ASKED_HOLDS_MS = 60_000;

/**
 * Accounts whose data came from a copy, and whose records since then are not all known. What they submitted after the copy was
 * made is known to those records alone: until they tell that a file is a new one, it is not sent.
 */
export class SinceCopy {
  readonly #parts: SinceCopyParts;
  readonly #unread: Map<string, CopyMark>;
  readonly #marks: CopyMarks;
  /** By the steady clock, as all of these: whatever is looked for was submitted before this run began. */
  readonly #startedAt: number;
  /** Until when what an account submitted last may be in no list yet. */
  readonly #lateUntil = new Map<string, number>();
  /** What the latest list shows that tells all, and until when files are held against it without another look. */
  readonly #latest = new Map<string, { readonly strangers: StrangersSince; readonly until: number }>();
  readonly #nextLook: NextLook<string>;
  /** When a person was last asked about whatever waits. */
  readonly #askedAt = new Map<string, number>();
  /** Submissions that none of the records can be, with the bytes that they had then. */
  readonly #clear = new Map<number, string | null>();

  constructor(parts: SinceCopyParts) {
    this.#parts = parts;
    this.#nextLook = new NextLook(parts.clock);
    this.#marks = new CopyMarks(parts.database);
    this.#unread = this.#marks.all();
    this.#startedAt = parts.clock.monotonic();
  }

  isUnread(accountId: string): boolean {
    return this.#unread.has(accountId);
  }

  /** Whether it has to wait for the records. */
  holds(submission: StoredSubmission): boolean {
    const { id, accountId } = submission;
    const contentHash = contentHashOf(submission);
    if (!this.#unread.has(accountId)) return false;
    if (contentHash === null) return true;
    if (this.#clear.get(id) === contentHash) return false;
    const latest = this.#latest.get(accountId);
    const tells = latest !== undefined && this.#parts.clock.monotonic() < latest.until;
    if (!tells || latest.strangers.doubtOf(submission) !== null) return true;
    this.#clear.set(id, contentHash);
    return false;
  }

  /** Until when (by the steady clock) the records may be late, and nothing is sent; long ago where that keeps nothing. */
  lateUntil(accountId: string): number {
    return this.#lateUntil.get(accountId) ?? Number.NEGATIVE_INFINITY;
  }

  /** Reads an account's records. Never rejects. */
  async look(accountId: string): Promise<SinceCopyLook> {
    const { clock, settling } = this.#parts;
    const mark = this.#unread.get(accountId);
    if (mark === undefined) return all('clear');
    const askedAt = this.#askedAt.get(accountId);
    if (askedAt !== undefined && clock.monotonic() - askedAt < ASKED_HOLDS_MS) return all('ask');
    try {
      const age = clock.monotonic() - this.#startedAt;
      const read = await settling.readRecords(accountId, mark);
      if (read.kind === 'unread') return this.#unreadYet(accountId, read);
      const { strangers, lateMs } = read;
      // The service may be at work on what was submitted just before this run, or list it late.
      const earlyMs = this.#graceMs(strangers) - age;
      this.#lateUntil.set(accountId, this.#startedAt + age + earlyMs);
      if (earlyMs > 0) {
        this.#nextLook.forget(accountId);
        return this.#among(strangers, age, earlyMs);
      }
      if (age < 2 * lateMs) {
        return this.#unreadYet(accountId, { kind: 'unread', records: 'unreadable', retryAt: null });
      }
      if (!strangers.areNone) {
        this.#latest.set(accountId, { strangers, until: clock.monotonic() + LOOK_FOR_HASH_MS });
        return this.#among(strangers, age, 0);
      }
      await this.#parts.commit(() => {
        this.#marks.delete(accountId);
      });
    } catch {
      // The disk may not have taken the records either.
      return all('again', LOOK_AGAIN_MS);
    }
    this.#unread.delete(accountId);
    return all('clear');
  }

  /** A person has said that its files are to be sent although the records do not tell; or the account is taken away. */
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

  /**
   * How long after the start of this run a list may lack what was submitted before it. Until that is over nothing is sent, so
   * a list that shows something of later than the copy says that it was.
   */
  #graceMs({ isTrusted, isCaughtUp }: StrangersSince): number {
    const { grace } = this.#parts;
    if (isTrusted) return grace.earlierRun;
    return isCaughtUp ? 0 : Math.max(grace.thisRun, grace.lateList);
  }

  /** A hash comes with the block; a person is asked once it is late, or where it is there and tells nothing. */
  #among(strangers: StrangersSince, age: number, earlyMs: number): SinceCopyLook {
    const of = (submission: StoredSubmission): SinceCopyVerdict => {
      const doubt = strangers.doubtOf(submission);
      if (doubt === null && earlyMs <= 0) this.#clear.set(submission.id, contentHashOf(submission));
      if (doubt === 'hash-missing' && age < HASH_IS_LATE_AFTER_MS) return 'again';
      if (doubt !== null) return 'ask';
      return earlyMs > 0 ? 'again' : 'clear';
    };
    return { of, ms: earlyMs > 0 ? earlyMs : LOOK_FOR_HASH_MS };
  }

  #unreadYet(accountId: string, { records, retryAt }: Extract<RecordsRead, { kind: 'unread' }>): SinceCopyLook {
    const ms = this.#nextLook.afterUnread(accountId, retryAt, patienceMs[records]);
    if (ms !== null) return all('again', ms);
    this.#askedAt.set(accountId, this.#parts.clock.monotonic());
    return all('ask');
  }
}

function all(verdict: SinceCopyVerdict, ms = 0): SinceCopyLook {
  return { of: () => verdict, ms };
}
