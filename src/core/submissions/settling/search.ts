import type { CannotTell, Check } from '../../../shared/submissions/submission-state.ts';
import type { Clock, Connection, ServiceError } from '../../service/index.ts';
import type { Verdict } from './evidence.ts';

/**
 * The longest time (ms) that a service takes to list a submission after its connection ended. `earlierRun`: the connection
 * ended with an earlier run of the app, and the service is trusted. `thisRun`: no answer came, so the service may be
 * overloaded. `lateList`: the list shows no later submission, so it may be out of date by this much.
 */
export type Grace = { readonly earlierRun: number; readonly thisRun: number; readonly lateList: number };

export const standardGrace: Grace = { earlierRun: 3_000, thisRun: 120_000, lateList: 15 * 60_000 };

/** Bytes per millisecond. Even a service this slow has time to list a large body. */
const SLOWEST_SERVICE = 1024;
/** A record that has no hash after this time (ms) is assumed never to get one. */
export const HASH_IS_LATE_AFTER_MS = 10 * 60_000;
/** The longest time (ms) that an attempt waits for records that are out of reach. */
export const LONGEST_WAIT_FOR_RECORDS_MS = 10 * 60_000;
export const SOONEST_LOOK_MS = 1_000;
/** Allowance (ms) for the duration of a look and its late start. */
const LONGEST_LOOK_MS = 30_000;
/** The shown end of a search is corrected only if it is wrong by more than this (ms). */
const ROUGHLY_MS = 5_000;
/** If the records were out of reach for this long (ms), the user is asked. */
const OUT_OF_REACH_FOR_LONG_MS = 30 * 60_000;

/** The time (ms) after a lost answer within which the search ends, with or without a result. */
function checkedWithin(graceMs: number): number {
  return 2 * graceMs + lookMs(graceMs);
}

/** The estimated end of a search for an answer lost at `lostAt`. The search corrects it later. Instants are ISO text. */
export function checkedUntil(lostAt: string): string {
  return new Date(Date.parse(lostAt) + checkedWithin(standardGrace.thisRun)).toISOString();
}

function lookMs(graceMs: number): number {
  return Math.min(graceMs, LONGEST_LOOK_MS);
}

/**
 * The grace period (ms) of one search. `lost`: the number of attempts whose answer was lost. `earlier`: lost in an earlier
 * run, and the service is trusted.
 */
export function graceFor(grace: Grace, lost: number, size: number | null, earlier: boolean): number {
  const patience = earlier ? grace.earlierRun : grace.thisRun * Math.max(1, lost);
  return patience + (size ?? 0) / SLOWEST_SERVICE;
}

/**
 * The access to an account's records after an error. `none`: there is no way to read them. `unreadable`: the answer is not
 * understood. `out-of-reach`: they cannot be read at present.
 */
export function recordsAccessAfter(code: ServiceError['code']): 'none' | 'unreadable' | 'out-of-reach' {
  switch (code) {
    case 'credential-missing':
    case 'not-found':
      return 'none';
    case 'unreachable':
    case 'unavailable':
    case 'rate-limited':
    case 'cancelled':
      return 'out-of-reach';
    default:
      return 'unreadable';
  }
}

/** True if a credential only seems missing, because the keychain does not answer. */
export async function isKeychainSilent({ code }: ServiceError, connection: Connection): Promise<boolean> {
  if (code !== 'credential-missing') return false;
  return connection.credentials().then(
    () => false,
    () => true,
  );
}

/** The search for one lost answer: its end and its result so far. Times are those of the monotonic clock. */
export class Search {
  readonly since: number;
  readonly graceMs: number;
  readonly #lateListMs: number;
  readonly #mayBeAtWork: boolean;
  /** The search continues at least until then. */
  #least: number;
  /** If a record without a hash may be the submission's, the search continues until then. Else 0. */
  #hashDue = 0;
  #absentAt: number | null = null;
  #absentOn = '';
  #why: CannotTell | null = null;
  /** Since when every look has found the records out of reach. */
  #outOfReachSince: number | null = null;

  /** `mayBeAtWork`: a gateway gave up waiting, so the service may still be working on the submission. */
  constructor(since: number, graceMs: number, lateListMs: number, mayBeAtWork = false) {
    this.since = since;
    this.graceMs = graceMs;
    this.#lateListMs = lateListMs;
    this.#mayBeAtWork = mayBeAtWork;
    this.#least = since + checkedWithin(graceMs);
  }

  hashIsLate(at: number): boolean {
    return at - this.since >= HASH_IS_LATE_AFTER_MS;
  }

  /**
   * Adds the verdict of a list whose read began at `readAt`. Returns `gone` only if two looks found the submission absent,
   * with the grace period before and between them. The wait before the first is longer if the list may be late or the
   * service still at work. `first`: the time of the first of the two looks. `lateMs`: how late this account's list was.
   */
  weigh(
    verdict: Exclude<Verdict, { kind: 'found' }>,
    readAt: number,
    today: string,
    lateMs: number,
  ): { readonly gone: false } | { readonly gone: true; readonly first: string } {
    this.#outOfReachSince = null;
    if (verdict.kind === 'open') {
      this.#absentAt = null;
      // A record gets its hash once it is in a block.
      const awaited = verdict.why === 'hash-missing' && !this.hashIsLate(readAt);
      this.#hashDue = awaited ? this.since + HASH_IS_LATE_AFTER_MS : 0;
      this.#conclude(verdict.why, readAt, 0);
      return { gone: false };
    }
    this.#hashDue = 0;
    const isUpToDate = verdict.caughtUp && !this.#mayBeAtWork;
    const patience = Math.max(this.graceMs, 2 * lateMs, isUpToDate ? 0 : this.#lateListMs);
    if (this.#absentAt === null && readAt - this.since >= patience) {
      this.#absentAt = readAt;
      this.#absentOn = today;
    } else if (this.#absentAt !== null && readAt - this.#absentAt >= this.graceMs) {
      return { gone: true, first: this.#absentOn };
    }
    const decidedAt = (this.#absentAt ?? this.since + patience) + checkedWithin(this.graceMs) - this.graceMs;
    this.#conclude('list-incomplete', readAt, this.#absentAt !== null || verdict.caughtUp ? decidedAt : 0);
    return { gone: false };
  }

  /** The records could not be read. */
  unread(records: ReturnType<typeof recordsAccessAfter>, at: number): void {
    if (records !== 'out-of-reach') this.#outOfReachSince = null;
    if (records === 'none') this.#why = 'no-records';
    else if (records === 'unreadable') this.#conclude('records-unreadable', at, 0);
    else if (this.#why === null) this.#outOfReach(at);
  }

  /** Asks the user only after a long time, because most services can be reached again soon. */
  #outOfReach(at: number): void {
    // Counted from the first failure, not from the last read: the computer may have slept in between.
    this.#outOfReachSince ??= at;
    if (at < this.#until) return;
    const atMost = this.#outOfReachSince + Math.max(OUT_OF_REACH_FOR_LONG_MS, checkedWithin(this.graceMs));
    if (at >= atMost) this.#why = 'records-unreadable';
    else this.#least = Math.min(at + checkedWithin(this.graceMs), atMost);
  }

  /** Continues the search until `atLeast`. Asks the user once its time is over. */
  #conclude(why: CannotTell, at: number, atLeast: number): void {
    this.#least = Math.max(this.#least, atLeast);
    this.#why = at >= this.#until ? why : null;
  }

  get #until(): number {
    return Math.max(this.#least, this.#hashDue);
  }

  /** Returns the new state of the search for the screen; null if `shown` is up to date. */
  news(shown: Check, clock: Clock): Check | null {
    if (this.#why !== null) {
      return shown.kind === 'cannot-tell' && shown.why === this.#why ? null : { kind: 'cannot-tell', why: this.#why };
    }
    const until = clock.now() + this.#until - clock.monotonic();
    const same = shown.kind === 'checking' && Math.abs(Date.parse(shown.until) - until) < ROUGHLY_MS;
    return same ? null : { kind: 'checking', until: new Date(until).toISOString() };
  }

  get asksPerson(): boolean {
    return this.#why !== null;
  }

  /**
   * Returns the milliseconds until a look can bring something new. `readAt`: the start of the last read. A deadline that
   * passed after it still needs a look.
   */
  nextLookMs(now: number, readAt: number): number {
    const moments = [(this.#absentAt ?? this.since) + this.graceMs, this.#until];
    return Math.max(0, Math.min(...moments.filter((moment) => moment > readAt)) - now);
  }
}

/** The result of the check before a submission is sent again. */
export type BeforeResend =
  /** No record can be the submission's. */
  | { readonly kind: 'clear' }
  /** Its record was found, so it is now submitted; or it no longer exists. */
  | { readonly kind: 'settled' }
  /** A record may be its own, so it is now unsettled. */
  | { readonly kind: 'uncertain' }
  /** The records could not be read. `isTemporary`: a later try may succeed. `retryAt`: epoch milliseconds. */
  | { readonly kind: 'unread'; readonly isTemporary: boolean; readonly retryAt: number | null };
