import type { ServiceErrorCode, ServiceRate } from '../../service/index.ts';
import { after, type Clock, type Deadline, msLeft } from '../clock.ts';

/** Why an account waits, and until when (epoch milliseconds). */
export type Hold = { readonly until: number; readonly reason: ServiceErrorCode };

/** The trouble that a try ended with; `retryAt`: the service's own instant (epoch milliseconds). */
export type Trouble = { readonly code: ServiceErrorCode; readonly retryAt?: number };

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** Refused so many times in a row at instants of its own: a service that says “now” each time would be sent to without end. */
const TAKEN_AT_ITS_WORD = 2;
/** So long lies between two pauses that a person takes back. */
const RELEASED_EVERY_MS = 10_000;
/** A reset that the service gives in whole seconds may be this much early. */
const RESET_MARGIN_MS = 50;

type Standing = {
  /** No hold is taken back by a person before. */
  keptUntil: Deadline;
  hold: { deadline: Deadline; reason: ServiceErrorCode } | null;
  tries: number;
  /** How many the service takes in one window of its rate limit, as it said or as was counted; null while unknown. */
  window: { files: number; lengthMs: number } | null;
  /** What is left of the window that runs. */
  left: { files: number; until: Deadline } | null;
  /** Accepted since the last hold, for services that count without saying so. */
  counted: { files: number; since: number };
};

export type Pacing = ReturnType<typeof createPacing>;

/**
 * When an account may send, how fast the service lets it, and how long to wait after trouble.
 * `random` in [0, 1) spreads the retries of many people over time.
 */
export function createPacing(clock: Clock, random: () => number = Math.random) {
  const accounts = new Map<string, Standing>();

  function standing(accountId: string): Standing {
    const known = accounts.get(accountId);
    if (known !== undefined) return known;
    const made: Standing = {
      keptUntil: after(clock, 0),
      hold: null,
      tries: 0,
      window: null,
      left: null,
      counted: { files: 0, since: 0 },
    };
    accounts.set(accountId, made);
    return made;
  }

  const msHeld = (accountId: string): number => {
    const hold = accounts.get(accountId)?.hold;
    return hold === null || hold === undefined ? 0 : msLeft(clock, hold.deadline);
  };

  function runningWindow(of: Standing): { files: number; until: Deadline } | null {
    return of.left !== null && msLeft(clock, of.left.until) > 0 ? of.left : null;
  }

  function holdFor(of: Standing, ms: number, reason: ServiceErrorCode): void {
    const longer = Math.max(ms, of.hold === null ? 0 : msLeft(clock, of.hold.deadline));
    of.hold = { deadline: after(clock, longer), reason };
  }

  return {
    msHeld,

    held(accountId: string): Hold | null {
      const hold = accounts.get(accountId)?.hold;
      const ms = msHeld(accountId);
      return hold === null || hold === undefined || ms === 0 ? null : { until: clock.now() + ms, reason: hold.reason };
    },

    /**
     * Holds the account until the service's own instant; for a growing while when it gave none, or only ever gives another.
     * Returns the instant.
     */
    hold(accountId: string, { code, retryAt }: Trouble): number {
      const of = standing(accountId);
      // Requests that were under way together fail together: that is one trouble, not several.
      if (msHeld(accountId) === 0) of.tries += 1;
      const backoff = Math.min(FIRST_WAIT_MS * 2 ** (of.tries - 1), LONGEST_WAIT_MS) * (0.75 + random() / 2);
      const asked = retryAt === undefined ? 0 : Math.max(0, retryAt - clock.now()) + RESET_MARGIN_MS;
      const isTakenAtItsWord = retryAt !== undefined && of.tries <= TAKEN_AT_ITS_WORD;
      const ms = isTakenAtItsWord ? asked : Math.max(asked, backoff);
      if (code === 'rate-limited' && retryAt !== undefined && of.counted.files > 0 && of.left === null) {
        of.window = { files: of.counted.files, lengthMs: clock.monotonic() + ms - of.counted.since };
      }
      if (code === 'rate-limited') of.counted = { files: 0, since: 0 };
      holdFor(of, ms, code);
      return clock.now() + msHeld(accountId);
    },

    /** The service took something: trouble is over. `rate`: what it said about its limit. */
    accepted(accountId: string, rate: ServiceRate | null): void {
      const of = standing(accountId);
      if (msHeld(accountId) === 0) {
        of.hold = null;
        of.tries = 0;
      }
      if (of.counted.files === 0) of.counted = { files: 0, since: clock.monotonic() };
      of.counted.files += 1;
      if (rate === null) {
        // More was taken in less time than what was counted before: there is no such limit any more.
        const spentMs = clock.monotonic() - of.counted.since;
        const { window } = of;
        if (of.left === null && window !== null && of.counted.files > window.files && spentMs < window.lengthMs) {
          of.window = null;
        }
        return;
      }
      const waitMs = Math.max(0, rate.resetAt - clock.now()) + RESET_MARGIN_MS;
      const running = runningWindow(of);
      // Answers overtake each other: within one window the lowest count is the latest.
      const files = running === null ? rate.remaining : Math.min(running.files, rate.remaining);
      of.left = { files, until: running === null ? after(clock, waitMs) : running.until };
      of.window = { files: rate.limit, lengthMs: Math.max(of.window?.lengthMs ?? 0, waitMs) };
      if (files === 0) holdFor(of, waitMs, 'rate-limited');
    },

    /** How many may be under way at once without running into the limit. */
    room(accountId: string): number {
      const of = accounts.get(accountId);
      if (of === undefined || of.window === null) return Number.POSITIVE_INFINITY;
      const running = runningWindow(of);
      if (running !== null) return Math.max(1, running.files);
      return of.left === null ? Math.max(1, of.window.files - of.counted.files) : of.window.files;
    },

    /** How long a window of the service's limit is; 0 while no limit is known. */
    windowMs: (accountId: string): number => accounts.get(accountId)?.window?.lengthMs ?? 0,

    /** Seconds that the service's limit alone makes this many files take; 0 while no limit is known. */
    secondsFor(accountId: string, files: number): number {
      const of = accounts.get(accountId);
      const heldMs = msHeld(accountId);
      if (of === undefined || of.window === null || files === 0) return 0;
      const windowsFor = (count: number): number => Math.ceil(count / (of.window?.files ?? 1));
      if (heldMs > 0) return (heldMs + (windowsFor(files) - 1) * of.window.lengthMs) / 1000;
      const running = runningWindow(of);
      const left = running?.files ?? Math.max(0, of.window.files - of.counted.files);
      if (files <= left) return 0;
      const spentMs = of.counted.files === 0 ? 0 : clock.monotonic() - of.counted.since;
      const resetMs = running === null ? Math.max(0, of.window.lengthMs - spentMs) : msLeft(clock, running.until);
      return (resetMs + (windowsFor(files - left) - 1) * of.window.lengthMs) / 1000;
    },

    /** A person wants it tried now. Once in a while: a page that wants it again and again would have a service sent to without end. */
    release(accountId: string): void {
      const of = accounts.get(accountId);
      if (of === undefined || of.hold === null || msLeft(clock, of.keptUntil) > 0) return;
      of.hold = null;
      of.keptUntil = after(clock, RELEASED_EVERY_MS);
    },

    forget(accountId: string): void {
      accounts.delete(accountId);
    },
  };
}
