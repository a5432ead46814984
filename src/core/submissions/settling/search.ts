import type { CannotTell, Check } from '../../../shared/submissions/submission-state.ts';
import type { Clock, Connection, ServiceError } from '../../service/index.ts';
import type { Verdict } from './evidence.ts';

/**
 * How long a service may take, after a connection has died, to register what it had received by then (milliseconds).
 * `earlierRun`: the connection died with an earlier run of the app, so all that is left of it is what a trusted service
 * is at this moment reading or writing; `thisRun`: the answer was waited for in vain, which a service that is overloaded
 * causes; `lateList`: a list that does not show what came after the attempt may be older than the attempt by this.
 */
export type Grace = { readonly earlierRun: number; readonly thisRun: number; readonly lateList: number };

export const standardGrace: Grace = { earlierRun: 3_000, thisRun: 120_000, lateList: 15 * 60_000 };

/** A service that hashes and stores no faster than this (bytes a millisecond) still gets its large bodies registered. */
const SLOWEST_SERVICE = 1024;
/** After this long a record without a hash is taken to stay without one for good (milliseconds). */
export const HASH_IS_LATE_AFTER_MS = 10 * 60_000;
/** A look takes its time, and comes a little after its moment. */
const LONGEST_LOOK_MS = 30_000;
/** A moment that was shown is corrected only when it was off by more. */
const ROUGHLY_MS = 5_000;
/** A service whose records were out of reach for this long may be gone, and a person's word counts from then on. */
const OUT_OF_REACH_FOR_LONG_MS = 30 * 60_000;

/** How long the records are looked at before they have told or can't, from the loss of the answer on (milliseconds). */
function checkedWithin(graceMs: number): number {
  return 2 * graceMs + lookMs(graceMs);
}

/** For the moment at which an answer was lost; its search then tells more exactly. Instants are ISO text. */
export function checkedUntil(lostAt: string): string {
  return new Date(Date.parse(lostAt) + checkedWithin(standardGrace.thisRun)).toISOString();
}

function lookMs(graceMs: number): number {
  return Math.min(graceMs, LONGEST_LOOK_MS);
}

/**
 * `lost`: how many attempts have lost their answer. `earlier`: in an earlier run, by an account whose service is trusted to
 * be quick.
 */
export function graceFor(grace: Grace, lost: number, size: number | null, earlier: boolean): number {
  const patience = earlier ? grace.earlierRun : grace.thisRun * Math.max(1, lost);
  return patience + (size ?? 0) / SLOWEST_SERVICE;
}

/** What an error says of an account's records: no way to read them, none that is understood, or none just now. */
export function recordsAfter(code: ServiceError['code']): 'none' | 'unreadable' | 'out-of-reach' {
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

/** The credential is not missing: the keychain does not give it just now. */
export async function isKeychainSilent({ code }: ServiceError, connection: Connection): Promise<boolean> {
  if (code !== 'credential-missing') return false;
  return connection.credentials().then(
    () => false,
    () => true,
  );
}

/** The search for one lost answer: how long it goes on, and what it has come to. Moments are by the steady clock. */
export class Search {
  readonly since: number;
  readonly graceMs: number;
  readonly #lateListMs: number;
  readonly #mayBeAtWork: boolean;
  /** Until then it goes on, whatever the records say. */
  #least: number;
  /** And until then where they have what may be it, without its hash yet. */
  #hashDue = 0;
  #absentAt: number | null = null;
  #absentOn = '';
  #why: CannotTell | null = null;
  /** Since when every look has found the records out of reach. */
  #outOfReachSince: number | null = null;

  /** `mayBeAtWork`: something before the service gave up on it, which says nothing of when the service itself is done. */
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
   * Takes in what a list says whose reading began at `readAt`. It is gone (`first`: the day and time of the look that
   * showed it first) only if two looks say so, with the grace period before and between them, and far more before them
   * where the list may be late, or the service still at work. `lateMs`: how late this account's list was seen to be.
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
      // Its hash comes with the block.
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
  unread(records: ReturnType<typeof recordsAfter>, at: number): void {
    if (records !== 'out-of-reach') this.#outOfReachSince = null;
    if (records === 'none') this.#why = 'no-records';
    else if (records === 'unreadable') this.#conclude('records-unreadable', at, 0);
    else if (this.#why === null) this.#outOfReach(at);
  }

  /** That a service is out of reach is no question to the person, until it may well stay so. */
  #outOfReach(at: number): void {
    // Not from the last reading on: the machine may have been asleep since.
    this.#outOfReachSince ??= at;
    if (at < this.#until) return;
    const atMost = this.#outOfReachSince + Math.max(OUT_OF_REACH_FOR_LONG_MS, checkedWithin(this.graceMs));
    if (at >= atMost) this.#why = 'records-unreadable';
    else this.#least = Math.min(at + checkedWithin(this.graceMs), atMost);
  }

  /** Goes on until `atLeast`; asks the person once its time is over. */
  #conclude(why: CannotTell, at: number, atLeast: number): void {
    this.#least = Math.max(this.#least, atLeast);
    this.#why = at >= this.#until ? why : null;
  }

  get #until(): number {
    return Math.max(this.#least, this.#hashDue);
  }

  /** What is to be shown of it, where that differs from what is. */
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
   * Milliseconds until the next look can bring something new. What could only be told from a moment on that has passed since
   * the last reading began, at `readAt`, is yet to be told.
   */
  nextLookMs(now: number, readAt: number): number {
    const moments = [(this.#absentAt ?? this.since) + this.graceMs, this.#until];
    return Math.max(0, Math.min(...moments.filter((moment) => moment > readAt)) - now);
  }
}

/** What is known of a submission whose body would go out again. `retryAt`: epoch milliseconds. */
export type BeforeResend =
  /** The records do not show it. */
  | { readonly kind: 'clear' }
  /** It is there: the submission is submitted now, or gone. */
  | { readonly kind: 'settled' }
  /** A record may be it: the submission is uncertain now, and looked for like any other. */
  | { readonly kind: 'uncertain' }
  | { readonly kind: 'unread'; readonly isForNow: boolean; readonly retryAt: number | null };
