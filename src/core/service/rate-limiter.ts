import type { Answer } from './answer.ts';
import { after, type Clock, type Deadline, msLeft } from './clock.ts';
import type { ServiceError, ServiceErrorCode } from './errors.ts';
import { rateOf, retryTime, type ServiceRate, saysNotNow } from './rate-headers.ts';

/** The credential of an endpoint, which also decides its base address: the `/v1` API-key family may be on its own host. */
export type Family = 'api-key' | 'access-token';

/** The reason why a credential waits, and the end of the wait (epoch milliseconds). */
export type Hold = { readonly until: number; readonly reason: ServiceErrorCode };

/** A failed request. `retryAt`: the service's own instant (epoch milliseconds). */
export type Setback = { readonly code: ServiceErrorCode; readonly retryAt?: number };

/** Returns the number of requests that a read leaves to others, of the `limit` requests in a window. */
export type Leaves = (limit: number) => number;

type Method = 'GET' | 'POST';

const FIRST_WAIT_MS = 1_000;
/** Pauses for reads are shorter, because users wait for them. */
const LONGEST_WAIT_MS = { GET: 60_000, POST: 5 * 60_000 } as const;
/** After this many refusals in a row, pauses grow even if the service states an instant: it may say “now” each time. */
const TAKEN_AT_ITS_WORD = 2;
/** A reset in whole seconds may be this much too early. */
const RESET_MARGIN_MS = 50;

/**
 * Tracks the limit of one credential: the time of the next request and the number of simultaneous ones. It sees every
 * answer to a request that was signed with the credential.
 */
export class RateLimiter {
  readonly #clock: Clock;
  /** Returns a number in [0, 1), which spreads the retries of many users over time. */
  readonly #random: () => number;
  /** `isAsked`: the service asked for the pause. */
  #hold: { readonly deadline: Deadline; readonly reason: ServiceErrorCode; readonly isAsked: boolean } | null = null;
  /** Failures in a row. Reads and submissions are counted separately. */
  readonly #setbacks = { GET: 0, POST: 0 };
  /** The service's limit from its headers; null while unknown. */
  #window: { readonly requests: number; readonly lengthMs: number } | null = null;
  /** The requests left in the current window. */
  #left: { readonly requests: number; readonly until: Deadline } | null = null;
  #readings = 0;

  constructor(clock: Clock, random: () => number = Math.random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Updates the limit from an answer's status and headers. */
  hear(method: Method, answer: Answer): void {
    const { status, headers } = answer;
    const now = this.#clock.now();
    if (saysNotNow(answer)) {
      const retryAt = retryTime(headers, now);
      const code = status === 429 ? 'rate-limited' : 'unavailable';
      this.hold({ code, ...(retryAt === undefined ? {} : { retryAt }) }, method);
      return;
    }
    if (status >= 200 && status < 300 && this.msHeld() === 0) {
      this.#hold = null;
      this.#setbacks[method] = 0;
    }
    const rate = rateOf(headers, now);
    if (rate !== null) this.#learn(rate);
  }

  /**
   * Holds the credential until the service's instant, or for a growing pause if it gave none. Returns the end. Failures
   * while it is held count as the same setback, because simultaneous requests fail together.
   */
  hold({ code, retryAt }: Setback, method: Method = 'POST'): number {
    if (this.msHeld() === 0) this.#setbacks[method] += 1;
    const setbacks = Math.max(1, this.#setbacks[method]);
    const backoff =
      Math.min(FIRST_WAIT_MS * 2 ** (setbacks - 1), LONGEST_WAIT_MS[method]) * (0.75 + this.#random() / 2);
    const asked = retryAt === undefined ? 0 : Math.max(0, retryAt - this.#clock.now()) + RESET_MARGIN_MS;
    const isTakenAtItsWord = retryAt !== undefined && setbacks <= TAKEN_AT_ITS_WORD;
    const isAsked = code === 'rate-limited' || (code === 'unavailable' && retryAt !== undefined);
    this.#holdFor(isTakenAtItsWord ? asked : Math.max(asked, backoff), code, isAsked);
    return this.#clock.now() + this.msHeld();
  }

  msHeld(): number {
    return this.#hold === null ? 0 : msLeft(this.#clock, this.#hold.deadline);
  }

  held(): Hold | null {
    const ms = this.msHeld();
    return this.#hold === null || ms === 0 ? null : { until: this.#clock.now() + ms, reason: this.#hold.reason };
  }

  /** Returns the reason of the last failure, also while a retry runs; null after a success. */
  lastSetback(): ServiceErrorCode | null {
    return this.#hold?.reason ?? null;
  }

  /** Returns how many requests may run at once without reaching the limit. */
  freeSlots(): number {
    if (this.#window === null) return Number.POSITIVE_INFINITY;
    const running = this.#running();
    return running === null ? this.#window.requests : Math.max(1, running.requests);
  }

  /** Returns the length of the limit's window; 0 while no limit is known. */
  windowMs(): number {
    return this.#window?.lengthMs ?? 0;
  }

  /** Returns the seconds that this many requests take because of the limit; 0 while no limit is known. */
  secondsFor(requests: number): number {
    const window = this.#window;
    if (window === null || requests === 0) return 0;
    const laterMs = (count: number): number => (Math.ceil(count / window.requests) - 1) * window.lengthMs;
    const heldMs = this.msHeld();
    if (heldMs > 0) return (heldMs + laterMs(requests)) / 1000;
    const running = this.#running();
    const left = running?.requests ?? window.requests;
    if (requests <= left) return 0;
    const resetMs = running === null ? window.lengthMs : msLeft(this.#clock, running.until);
    return (resetMs + laterMs(requests - left)) / 1000;
  }

  /** Ends the hold, because the user retries now. */
  release(): void {
    this.#hold = null;
  }

  /** Runs one read, or fails at once with the end of the pause that the service asked for. */
  async read<Value>(
    reading: () => Promise<Value>,
    leaves: Leaves | null,
  ): Promise<{ readonly value: Value } | { readonly error: ServiceError }> {
    const ms = this.#msUntilRead(leaves);
    if (ms > 0) return { error: { code: 'rate-limited', retryAt: this.#clock.now() + ms } };
    this.#readings += 1;
    try {
      return { value: await reading() };
    } finally {
      this.#readings -= 1;
    }
  }

  #msUntilRead(leaves: Leaves | null): number {
    if (this.#hold?.isAsked === true && this.msHeld() > 0) return this.msHeld();
    const running = this.#running();
    if (leaves === null || running === null || this.#window === null) return 0;
    const isFree = running.requests - this.#readings > leaves(this.#window.requests);
    return isFree ? 0 : msLeft(this.#clock, running.until);
  }

  #learn({ limit, remaining, resetAt }: ServiceRate): void {
    const waitMs = Math.max(0, resetAt - this.#clock.now()) + RESET_MARGIN_MS;
    const running = this.#running();
    // Answers may arrive out of order: within one window the lowest count is the latest.
    const requests = Math.min(running?.requests ?? remaining, remaining);
    this.#left = { requests, until: running?.until ?? after(this.#clock, waitMs) };
    this.#window = { requests: limit, lengthMs: Math.max(this.windowMs(), waitMs) };
    if (requests === 0) this.#holdFor(waitMs, 'rate-limited', true);
  }

  #running(): { readonly requests: number; readonly until: Deadline } | null {
    return this.#left !== null && msLeft(this.#clock, this.#left.until) > 0 ? this.#left : null;
  }

  #holdFor(ms: number, reason: ServiceErrorCode, isAsked: boolean): void {
    const heldMs = this.msHeld();
    const deadline = after(this.#clock, Math.max(ms, heldMs));
    // Another failure does not replace a pause that the service asked for.
    const asked = heldMs > 0 && this.#hold?.isAsked === true && !isAsked ? this.#hold : { reason, isAsked };
    this.#hold = { ...asked, deadline };
  }
}

/** The rate limiters of all accounts. Services count the requests of each credential separately. */
export class RateLimiters {
  readonly #clock: Clock;
  readonly #limiters = new Map<string, RateLimiter>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  of(accountId: string, family: Family): RateLimiter {
    const key = keyOf(accountId, family);
    const known = this.#limiters.get(key) ?? new RateLimiter(this.#clock);
    this.#limiters.set(key, known);
    return known;
  }

  /** Call if these credentials or their addresses have changed. */
  forget(accountId: string, families: readonly Family[] = ['api-key', 'access-token']): void {
    for (const family of families) this.#limiters.delete(keyOf(accountId, family));
  }
}

const keyOf = (accountId: string, family: Family): string => `${family} of ${accountId}`;
