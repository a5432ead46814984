import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './answer.ts';

/** A stated rate limit: `remaining` of `limit` requests until `resetAt` (epoch milliseconds). */
export type ServiceRate = { readonly limit: number; readonly remaining: number; readonly resetAt: number };

/** Longer times stated by a service are cut to this. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** Reads `x-ratelimit-limit`, `-remaining` and `-reset` (format: `msUntil`); null without all three. */
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
 * Returns the earliest instant (epoch milliseconds) for a retry: `retry-after` (seconds or a date), else
 * `x-ratelimit-reset` (format: `msUntil`). Undefined if there is no valid value; at most a day ahead.
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
  // Both dates are from the service's clock, because this machine's may be wrong.
  const theirNow = Date.parse(headers.date ?? '');
  return date - (Number.isNaN(theirNow) ? now : theirNow);
}

/** True if the answer asks for a pause: 429, or a 503 with a time. */
export function saysNotNow({ status, headers }: Pick<Answer, 'status' | 'headers'>): boolean {
  return status === 429 || (status === 503 && headers['retry-after'] !== undefined);
}

/** A larger number is an instant, not a duration: in epoch seconds, or in epoch milliseconds (since 2001). */
const [LEAST_EPOCH_SECONDS, LEAST_EPOCH_MS] = [1e9, 1e12];

/**
 * Returns the milliseconds until the time in a header: seconds from now, or an instant in epoch seconds or
 * milliseconds.
 */
function msUntil(value: number, now: number): number {
  if (value > LEAST_EPOCH_MS) return Math.ceil(value) - now;
  return Math.ceil(value * 1000) - (value > LEAST_EPOCH_SECONDS ? now : 0);
}
