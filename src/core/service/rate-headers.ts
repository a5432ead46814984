import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './answer.ts';

/** What a service says about how much it takes: `remaining` of `limit` requests until `resetAt` (epoch milliseconds). */
export type ServiceRate = { readonly limit: number; readonly remaining: number; readonly resetAt: number };

/** Nothing that a service says is believed for longer. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** Reads `x-ratelimit-limit`, `-remaining` and `-reset` (as in `msUntil`); null without all three. */
export function rateOf(headers: IncomingHttpHeaders, now: number): ServiceRate | null {
  const limit = whole(headers['x-ratelimit-limit']);
  const remaining = whole(headers['x-ratelimit-remaining']);
  const reset = whole(headers['x-ratelimit-reset']);
  if (limit === null || remaining === null || reset === null || limit < 1 || remaining > limit) return null;
  return { limit, remaining, resetAt: now + Math.min(Math.max(msUntil(reset, now), 0), DAY_MS) };
}

function whole(value: string | string[] | undefined): number | null {
  const text = (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/**
 * The earliest instant (epoch milliseconds) at which a service that said "not now" wants to be asked again:
 * `retry-after` (seconds or a date), else `x-ratelimit-reset` (seconds, or an instant as in `msUntil`).
 * Undefined when it did not say or said nonsense; never more than a day ahead.
 */
export function retryTime(headers: IncomingHttpHeaders, now: number): number | undefined {
  const wait = waitMs(headers['retry-after'], headers, now) ?? waitMs(headers['x-ratelimit-reset'], headers, now);
  return wait === undefined ? undefined : now + Math.min(Math.max(wait, 0), DAY_MS);
}

function waitMs(value: string | string[] | undefined, headers: IncomingHttpHeaders, now: number): number | undefined {
  const text = (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
  if (/^\d{1,15}(\.\d+)?$/.test(text)) return msUntil(Number(text), now);
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  // Both dates by the service's clock: this machine's may be wrong.
  const theirNow = Date.parse(headers.date ?? '');
  return date - (Number.isNaN(theirNow) ? now : theirNow);
}

/** Asked for a pause: 429, or a 503 that says when to come back. */
export function saysNotNow({ status, headers }: Pick<Answer, 'status' | 'headers'>): boolean {
  return status === 429 || (status === 503 && headers['retry-after'] !== undefined);
}

/** Numbers this large are no durations but instants, in epoch seconds; and those are epoch milliseconds (since 2001). */
const [LEAST_EPOCH_SECONDS, LEAST_EPOCH_MS] = [1e9, 1e12];

/** Milliseconds until what a header says as a number: seconds from now, or an instant in epoch seconds or milliseconds. */
function msUntil(value: number, now: number): number {
  if (value > LEAST_EPOCH_MS) return Math.ceil(value) - now;
  return Math.ceil(value * 1000) - (value > LEAST_EPOCH_SECONDS ? now : 0);
}
