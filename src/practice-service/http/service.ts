import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Chain } from '../chain/chain.ts';
import type { Faults } from '../faults.ts';
import type { Ledger } from '../ledger.ts';
import type { RateLimit, ServiceSettings } from '../options.ts';
import type { PayloadStore } from '../payload-store.ts';
import type { Dialect } from './dialects.ts';

/** Work that was begun for a request and must end before the books are closed, even when its socket is gone. */
export class InFlight {
  readonly #work = new Set<Promise<unknown>>();

  track<Value>(work: Promise<Value>): Promise<Value> {
    this.#work.add(work);
    const forget = (): void => {
      this.#work.delete(work);
    };
    work.then(forget, forget);
    return work;
  }

  /** Resolves once nothing is under way. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }
}

export type Service = {
  readonly settings: ServiceSettings;
  readonly dialect: Dialect;
  readonly gates: Gates;
  readonly ledger: Ledger;
  readonly payloads: PayloadStore;
  readonly chain: Chain;
  readonly submitting: InFlight;
  /** What is wrong with this service at the moment. */
  readonly faults: Readonly<Faults>;
};

/** An answer other than the one that was hoped for. The dialect decides how it looks on the wire. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.headers = headers;
  }
}

type Gate = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/** The two doors of the service, as `onRequest` hooks: they answer 401 and 429 before a byte of the body is read. */
type Gates = { readonly apiKey: Gate; readonly accessToken: Gate };

export function createGates(settings: Pick<ServiceSettings, 'apiKey' | 'accessToken' | 'rateLimit'>): Gates {
  const limiter = settings.rateLimit === null ? null : new RateLimiter(settings.rateLimit);
  const isApiKey = secretMatcher(settings.apiKey);
  const isAccessToken = secretMatcher(settings.accessToken);

  const admit = (credential: string, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const verdict = limiter?.count(credential);
    if (verdict !== undefined) reply.headers(verdict.headers);
    if (verdict?.allowed === false) done(new Refusal(429, 'Too many requests: wait until the limit resets'));
    else done();
  };

  return {
    apiKey: (request, reply, done) => {
      const given = request.headers['x-api-key'];
      if (typeof given !== 'string' || given === '') done(new Refusal(401, 'Missing API key'));
      else if (!isApiKey(given)) done(new Refusal(401, 'Invalid API key'));
      else admit('api-key', reply, done);
    },
    accessToken: (request, reply, done) => {
      const given = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
      if (given === undefined) done(new Refusal(401, 'Unauthorized', { 'www-authenticate': 'Bearer' }));
      else if (!isAccessToken(given)) {
        done(new Refusal(401, 'Invalid token passed', { 'www-authenticate': 'Bearer error="invalid_token"' }));
      } else admit('access-token', reply, done);
    },
  };
}

/** Compares digests, so that neither length nor content shows in the time that it takes. */
function secretMatcher(secret: string): (given: string) => boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(secret);
  return (given) => timingSafeEqual(expected, digest(given));
}

type RateLimitVerdict = { readonly allowed: boolean; readonly headers: Readonly<Record<string, string>> };

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
