import type { Answer } from './answer.ts';
import { after, type Clock, type Deadline, msLeft } from './clock.ts';
import type { ServiceError, ServiceErrorCode } from './errors.ts';
import { rateOf, retryTime, type ServiceRate, saysNotNow } from './rate-headers.ts';

/** Which credential an endpoint takes, and which base address it has: the `/v1` API-key family may live on a host of its own. */
export type Family = 'api-key' | 'access-token';

/** Why a credential waits, and until when (epoch milliseconds). */
export type Hold = { readonly until: number; readonly reason: ServiceErrorCode };

/** What a request ended with; `retryAt`: the service's own instant (epoch milliseconds). */
export type Setback = { readonly code: ServiceErrorCode; readonly retryAt?: number };

/** How many of a window's requests a reading leaves to others, where the service takes so many in one. */
export type Leaves = (limit: number) => number;

type Method = 'GET' | 'POST';

const FIRST_WAIT_MS = 1_000;
/** Users wait for reads. */
const LONGEST_WAIT_MS = { GET: 60_000, POST: 5 * 60_000 } as const;
/** Refusals in a row at the service's own instants, before the pauses grow: a service may say “now” each time. */
const TAKEN_AT_ITS_WORD = 2;
/** A reset that the service gives in whole seconds may be this much early. */
const RESET_MARGIN_MS = 50;

/**
 * What a service allows one credential: when to ask again, and how many requests at once. It hears every answer to a request
 * that was signed with the credential, whoever asked.
 */
export class RateLimiter {
  readonly #clock: Clock;
  /** In [0, 1): spreads the retries of many users over time. */
  readonly #random: () => number;
  /** `isAsked`: the service itself asks for the pause. */
  #hold: { readonly deadline: Deadline; readonly reason: ServiceErrorCode; readonly isAsked: boolean } | null = null;
  /** Failures in a row. Reads and submissions say nothing about each other. */
  readonly #setbacks = { GET: 0, POST: 0 };
  /** The service's limit as its headers state it; null while unknown. */
  #window: { readonly requests: number; readonly lengthMs: number } | null = null;
  /** The rest of the current window. */
  #left: { readonly requests: number; readonly until: Deadline } | null = null;
  #readings = 0;

  constructor(clock: Clock, random: () => number = Math.random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Takes in what an answer says about the limit, in its status and its headers. */
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
   * Holds the credential until the service's own instant, or for a growing while if it gave none. Returns the instant.
   * Requests that were under way together fail together: what fails while it is held is the same setback.
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

  /** Why the last attempt failed, also while another one is under way; null once one succeeds. */
  lastSetback(): ServiceErrorCode | null {
    return this.#hold?.reason ?? null;
  }

  /** How many requests may be under way at once without reaching the limit. */
  freeSlots(): number {
    if (this.#window === null) return Number.POSITIVE_INFINITY;
    const running = this.#running();
    return running === null ? this.#window.requests : Math.max(1, running.requests);
  }

  /** How long a window of the service's limit is; 0 while no limit is known. */
  windowMs(): number {
    return this.#window?.lengthMs ?? 0;
  }

  /** Seconds that the service's limit alone makes this many requests take; 0 while no limit is known. */
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

  /** The user wants it tried now. */
  release(): void {
    this.#hold = null;
  }

  /** Makes one reading, or says at once until when the service asks for a pause. */
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
    // Answers overtake each other: within one window the lowest count is the latest.
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
    // Another failure does not end a pause that the service asked for.
    const asked = heldMs > 0 && this.#hold?.isAsked === true && !isAsked ? this.#hold : { reason, isAsked };
    this.#hold = { ...asked, deadline };
  }
}

/** The rate limiters of all accounts: services count the requests of each credential apart. */
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

  /** These credentials, or where they are used, are others now. */
  forget(accountId: string, families: readonly Family[] = ['api-key', 'access-token']): void {
    for (const family of families) this.#limiters.delete(keyOf(accountId, family));
  }
}

const keyOf = (accountId: string, family: Family): string => `${family} of ${accountId}`;
