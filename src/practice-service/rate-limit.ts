import type { RateLimit } from './options.ts';

export type RateLimitVerdict = { readonly allowed: boolean; readonly headers: Readonly<Record<string, string>> };

type Window = { startedAt: number; used: number };

/** Counts requests per credential in windows that start with the first request. */
export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  /** `now` answers milliseconds of any clock that never goes back. */
  constructor(limit: RateLimit, now: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Counts one request. The headers belong on its answer, whatever that is. */
  count(credential: string): RateLimitVerdict {
    const now = this.#now();
    const lengthMs = this.#limit.seconds * 1000;
    const running = this.#windows.get(credential);
    const window = running !== undefined && now - running.startedAt < lengthMs ? running : { startedAt: now, used: 0 };
    this.#windows.set(credential, window);

    const allowed = window.used < this.#limit.requests;
    if (allowed) window.used += 1;
    const reset = String(Math.ceil((window.startedAt + lengthMs - now) / 1000));
    const headers = {
      'x-ratelimit-limit': String(this.#limit.requests),
      'x-ratelimit-remaining': String(this.#limit.requests - window.used),
      'x-ratelimit-reset': reset,
    };
    return { allowed, headers: allowed ? headers : { ...headers, 'retry-after': reset } };
  }
}
