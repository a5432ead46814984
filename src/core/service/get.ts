import { closedSignal } from './agents.ts';
import type { Answer, BodyReceiver } from './answer.ts';
import { type Connection, endpointUrl, type SignIn, signedOut, signIn, tryForms } from './connection.ts';
import {
  addressError,
  answerError,
  type RequestContext,
  type ServiceError,
  type ServiceResult,
  unreadableError,
  wireError,
} from './errors.ts';
import { neverAsked, standardLimits, type WireReport } from './exchange.ts';
import type { Family, Leaves } from './rate-limiter.ts';
import { request } from './request.ts';
import { saysError } from './statements.ts';

/** A read of the service. It changes nothing, so it may be repeated. */
export type GetRequest<Value> = {
  readonly family: Family;
  readonly signedIn: boolean;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** The longest answer, in bytes. */
  readonly answerBytes: number;
  /** For one try, from the request to the answer's last byte, in milliseconds. */
  readonly timeoutMs: number;
  /** The media type to ask for; JSON by default. */
  readonly accept?: string;
  /** Returns null if the answer does not have the expected shape. */
  readonly read: (answer: Answer) => Value | null;
  /** Gets the body instead of `read`, which then sees only the beginning of a long one. */
  readonly receiver?: BodyReceiver;
  /** The part of a rate limit window left to other requests; nothing by default. */
  readonly leaves?: Leaves;
};

/** `listBody`: 300,000 ordinary records, of which this process keeps only new ones. `tokens`: several thousand. */
export const answerBytes = { listBody: 176 * 1024 * 1024, tokens: 2 * 1024 * 1024, single: 1024 * 1024 } as const;
export const readingTimeoutMs = { list: 120_000, single: 30_000 } as const;

const never = new AbortController().signal;

/** Reads once, follows no redirect, and returns a value or one error. */
export async function get<Value>(
  connection: Connection,
  asked: GetRequest<Value>,
  signal: AbortSignal = never,
): Promise<ServiceResult<Value>> {
  const target = endpointUrl(connection, asked.family, asked.path, asked.query);
  if (target === null) return { ok: false, error: addressError };
  const limiter = asked.signedIn ? (connection.rateLimiter?.(asked.family) ?? null) : null;
  if (limiter === null) return read(connection, asked, target, signal);
  const result = await limiter.read(() => read(connection, asked, target, signal), asked.leaves ?? null);
  if ('error' in result) return { ok: false, error: result.error };
  const { value } = result;
  const held = limiter.held();
  if (value.ok || value.error.code !== 'rate-limited' || held === null) return value;
  // The limiter knows all answers, including this one.
  return { ok: false, error: { ...value.error, retryAt: held.until } };
}

async function read<Value>(
  connection: Connection,
  asked: GetRequest<Value>,
  target: URL,
  signal: AbortSignal,
): Promise<ServiceResult<Value>> {
  const by = asked.signedIn ? await signIn(connection, asked.family) : await signedOut(connection);
  if ('code' in by) return { ok: false, error: by };

  return conclude({ method: 'GET', url: target, scrub: by.scrub }, await ask(target, by, asked, signal), asked);
}

/** Tries the forms of a path in order; only "no such path" leads to the next one. The first error is the one reported. */
export async function firstThatAnswers<Value>(
  connection: Connection,
  paths: readonly [string, ...string[]],
  attempt: (path: string) => Promise<ServiceResult<Value>>,
  leadsOn: (error: ServiceError) => boolean = isNoSuchPath,
): Promise<ServiceResult<{ readonly value: Value; readonly path: string }>> {
  type Failed = { readonly ok: false; readonly error: ServiceError };
  type Found = ServiceResult<{ readonly value: Value; readonly path: string }>;
  return tryForms<Found, Failed>(
    connection,
    paths,
    async (path, first) => {
      const result = await attempt(path);
      if (result.ok) return { ok: true, value: { value: result.value, path } };
      return first !== null && leadsOn(result.error) ? first : result;
    },
    (result): result is Failed => !result.ok && leadsOn(result.error),
    ({ ok }) => ok,
  );
}

/** True for a 404 or 405 that is about the path, not about the requested item. */
export function isNoSuchPath(error: ServiceError): boolean {
  return error.noSuchPath === true;
}

/** Asks once. A cancellation by the caller differs from the closing of all connections, which is reported as a timeout. */
async function ask<Value>(url: URL, by: SignIn, asked: GetRequest<Value>, signal: AbortSignal): Promise<WireReport> {
  const { timeoutMs, answerBytes, receiver, accept } = asked;
  const report = await request(by, {
    method: 'GET',
    url,
    headers: {
      'cache-control': 'no-cache',
      pragma: 'no-cache',
      ...(accept === undefined ? {} : { accept }),
    },
    receiver,
    limits: {
      ...standardLimits,
      connectMs: Math.min(standardLimits.connectMs, timeoutMs),
      answerMs: timeoutMs,
      answerBytes,
    },
    signal: AbortSignal.any([signal, closedSignal()]),
  });
  if (signal.aborted) return neverAsked;
  return report.failure?.kind === 'cancelled'
    ? { ...report, failure: { kind: 'timeout', waitedFor: 'answer', proxy: null } }
    : report;
}

function conclude<Value>(context: RequestContext, report: WireReport, asked: GetRequest<Value>): ServiceResult<Value> {
  const { answer } = report;
  if (answer === null || !answer.complete) return { ok: false, error: wireError(context, report) };
  if (answer.status >= 300) return { ok: false, error: answerError(context, answer) };
  if (answer.status === 202 || answer.status === 206) {
    return { ok: false, error: unreadableError(context, answer, 'The answer is not complete.') };
  }
  const value = asked.read(answer);
  if (value !== null) return { ok: true, value };
  if (saysError(answer.body.toString('utf8'))) return { ok: false, error: answerError(context, answer) };
  return { ok: false, error: unreadableError(context, answer, 'The answer is not of the expected shape.') };
}
