import type { IncomingHttpHeaders } from 'node:http';
import { msUntil } from './retry-time.ts';

/** What a service says about how much it takes: `remaining` of `limit` requests until `resetAt` (epoch milliseconds). */
export type ServiceRate = { readonly limit: number; readonly remaining: number; readonly resetAt: number };

const longestWindowMs = 24 * 60 * 60 * 1000;

/** Reads `x-ratelimit-limit`, `-remaining` and `-reset` (as in `msUntil`); null without all three. */
export function rateOf(headers: IncomingHttpHeaders, now: number): ServiceRate | null {
  const limit = whole(headers['x-ratelimit-limit']);
  const remaining = whole(headers['x-ratelimit-remaining']);
  const reset = whole(headers['x-ratelimit-reset']);
  if (limit === null || remaining === null || reset === null || limit < 1 || remaining > limit) return null;
  return { limit, remaining, resetAt: now + Math.min(Math.max(msUntil(reset, now), 0), longestWindowMs) };
}

function whole(value: string | string[] | undefined): number | null {
  const text = (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
