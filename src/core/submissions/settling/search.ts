import type { CannotTell, Check } from '../../../shared/submissions/submission-state.ts';
import type { Clock, ServiceError } from '../../service/index.ts';
import type { Verdict } from './evidence.ts';

/**
 * The longest time (ms) that a service takes to list a submission after its connection ended. `earlierRun`: the connection
 * ended with an earlier run of the app, and the service is trusted. `thisRun`: no answer came, so the service may be
 * overloaded. `lateList`: the list of a service that is not trusted may be out of date by this much.
 */
export type Grace = { readonly earlierRun: number; readonly thisRun: number; readonly lateList: number };

export const standardGrace: Grace = { earlierRun: 3_000, thisRun: 120_000, lateList: 15 * 60_000 };

/** Bytes per millisecond. Even a service this slow has time to list a large body. */
const SLOWEST_SERVICE = 1024;
/** The user is asked if records without a hash leave it open for this long (ms). */
const HASH_IS_LATE_AFTER_MS = 10 * 60_000;
/** Allowance (ms) for the pause before a look and its duration. */
const LONGEST_LOOK_MS = 90_000;
/** The shown end of a search is corrected only if it is wrong by more than this (ms). */
const ROUGHLY_MS = 5_000;
/** If the records were out of reach for this long (ms), the user is asked. */
const OUT_OF_REACH_FOR_LONG_MS = 30 * 60_000;

function lookMs(graceMs: number): number {
  return Math.min(graceMs, LONGEST_LOOK_MS);
}

/**
 * The access to an account's records after an error. `none`: there is no way to read them. `unreadable`: the answer is not
 * understood. `out-of-reach`: they cannot be read at present.
 */
export function recordsAccessAfter(code: ServiceError['code']): 'none' | 'unreadable' | 'out-of-reach' {
  switch (code) {
    case 'credential-missing':
    case 'not-found':
    case 'not-offered':
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

/** The search for one lost answer: its end and its result so far. Times are those of the monotonic clock. */
export class Search {
  readonly #since: number;
  readonly #graceMs: number;
  /** A list that was read sooner after the loss proves nothing. */
  readonly #patienceMs: number;
  /** The search lasts at least until then. */
  readonly #least: number;
  /** The user is asked if the search has no result by then. */
  #until: number;
  /** Since when every look has left it open; null if the last look did not. */
  #openSince: number | null = null;
  /** When the first of two looks found the submission absent, and the instant of it. */
  #absent: { readonly at: number; readonly instant: string } | null = null;
  #why: CannotTell | null = null;

  /** `earlier`: the answer was lost in an earlier run of the app. */
  constructor(since: number, grace: Grace, size: number | null, isTrusted: boolean, earlier: boolean) {
    this.#since = since;
    this.#graceMs = (earlier && isTrusted ? grace.earlierRun : grace.thisRun) + (size ?? 0) / SLOWEST_SERVICE;
    this.#patienceMs = isTrusted ? this.#graceMs : Math.max(this.#graceMs, grace.lateList);
    this.#least = since + 2 * this.#graceMs + lookMs(this.#graceMs);
    this.#until = this.#least;
  }

  /**
   * Adds the verdict of a list whose read began at `readAt`. If two looks have found the submission absent, returns the
   * instant of the first. The second comes at least the grace period after it.
   */
  weigh(verdict: Exclude<Verdict, { kind: 'found' }>, readAt: number, instant: string): string | null {
    if (verdict.kind === 'open') {
      const { why } = verdict;
      // Others submit with the same account. A record of theirs gets its hash once it is in a block, and the receipt of a
      // colleague comes a little later than the record.
      if (why !== 'hash-missing' && why !== 'hash-unknown') this.#absent = null;
      this.#openSince ??= readAt;
      const openMs = why === 'hash-missing' ? HASH_IS_LATE_AFTER_MS : this.#graceMs;
      this.#conclude(why, readAt, this.#openSince - this.#since + openMs);
      return null;
    }
    this.#openSince = null;
    if (verdict.kind === 'absent' && this.isListDue(readAt)) {
      if (this.#absent !== null) return this.#absent.instant;
      this.#absent = { at: readAt, instant };
    }
    const firstMs = this.#absent === null ? this.#patienceMs : this.#absent.at - this.#since;
    this.#conclude('list-incomplete', readAt, firstMs + this.#graceMs + lookMs(this.#graceMs));
    return null;
  }

  /** True if a whole list that is read at this time may count as a look that finds the submission absent. */
  isListDue(at: number): boolean {
    return this.#absent === null ? at - this.#since >= this.#patienceMs : at - this.#absent.at >= this.#graceMs;
  }

  /** The records could not be read. */
  unread(records: ReturnType<typeof recordsAccessAfter>, at: number): void {
    if (records === 'none') this.#why = 'no-records';
    else if (records === 'unreadable') this.#conclude('records-unreadable', at, 0);
    // Most services can be reached again soon.
    else if (this.#why === null) this.#conclude('records-unreadable', at, OUT_OF_REACH_FOR_LONG_MS);
  }

  /** Asks the user if the search is at its end. For this result it lasts at least `leastMs`. */
  #conclude(why: CannotTell, at: number, leastMs: number): void {
    this.#until = Math.max(this.#least, this.#since + leastMs);
    this.#why = at >= this.#until ? why : null;
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

  get asksUser(): boolean {
    return this.#why !== null;
  }
}
