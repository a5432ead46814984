import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Chain } from '../chain/chain.ts';
import type { Credits } from '../credits.ts';
import type { DataHash } from '../data-hash.ts';
import type { Faults } from '../faults.ts';
import type { Ledger } from '../ledger.ts';
import type { ServiceSettings } from '../options.ts';
import type { PayloadStore } from '../payload-store.ts';
import type { Dialect } from './dialects.ts';

/** Work of requests that must end before the ledger closes, even if the connection is lost. */
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

  /** Resolves once no work is in progress. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }
}

export type Service = {
  readonly settings: ServiceSettings;
  readonly dialect: Dialect;
  readonly gates: Gates;
  readonly ledger: Ledger;
  readonly credits: Credits;
  readonly hash: DataHash;
  readonly payloads: PayloadStore;
  readonly chain: Chain;
  readonly submitting: InFlight;
  /** The current simulated faults. */
  readonly faults: Readonly<Faults>;
};

/** An answer with an error status. The dialect decides its form. */
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

/** A gateway in front of the service refuses a request: it knows neither the dialect nor the limit's headers. */
export class GatewayRefusal extends Error {}

type Gate = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/** The credential checks, as `onRequest` hooks. They answer 401 and 429 before reading the body. */
type Gates = { readonly apiKey: Gate; readonly accessToken: Gate };

export function createGates(settings: Pick<ServiceSettings, 'apiKey' | 'accessToken' | 'rateLimit'>): Gates {
  const { rateLimit } = settings;
  const limiter = rateLimit === null ? null : new RateLimiter(rateLimit);
  const isApiKey = secretMatcher(settings.apiKey);
  const isAccessToken = secretMatcher(settings.accessToken);

  const admit = (credential: string, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const verdict = limiter?.count(credential);
    if (rateLimit?.gateway === true) {
      done(verdict?.allowed === false ? new GatewayRefusal() : undefined);
      return;
    }
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

/** Compares digests, so that the duration reveals neither length nor content. */
function secretMatcher(secret: string): (given: string) => boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(secret);
  return (given) => timingSafeEqual(expected, digest(given));
}

type RateLimitVerdict = { readonly allowed: boolean; readonly headers: Readonly<Record<string, string>> };

type Limit = { readonly requests: number; readonly seconds: number };

type Window = { startedAt: number; used: number };

/** Counts requests per credential in windows that begin with the first request. */
export class RateLimiter {
  readonly #limit: Limit;
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(limit: Limit, now: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Counts one request. Add the headers to its answer, even if it is an error. */
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
