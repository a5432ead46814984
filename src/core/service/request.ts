import ky, { type Options } from 'ky';
import { wayOut } from './agents.ts';
import type { Answer, BodyReceiver, IsBodyProven } from './answer.ts';
import type { SignIn } from './connection.ts';
import { exchange } from './exchange.ts';
import { neverAsked, type WireBody, type WireFailure, type WireLimits, type WireReport } from './wire.ts';

export type ServiceRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** It takes the place of the request's: ky never sees it, so nothing can buffer it. */
  readonly body?: WireBody;
  /** Is given what comes in each try. */
  readonly receiver?: BodyReceiver;
  /** See `GetRequest`. */
  readonly isBodyProven?: IsBodyProven;
  readonly limits: WireLimits;
  readonly signal: AbortSignal;
};

/**
 * Makes one request through ky, which may repeat it as `options` say, and follows nothing. What happened in the last try is
 * in the report, whatever ky makes of it. Every request to a service passes here: its secrets are looked for in each answer,
 * and its rate limiter hears what the last one says.
 */
export async function request(
  by: SignIn,
  { method, url, headers, body, receiver, isBodyProven, limits, signal }: ServiceRequest,
  options: Pick<Options, 'retry' | 'timeout'>,
): Promise<WireReport> {
  // No secret leaves in a URL, wherever it was pasted: into a look-up, or as a token's name.
  const credential = by.echoes.kindIn([...url.searchParams.values()]);
  if (credential !== null) return { ...neverAsked, failure: { kind: 'own-secret', credential } };
  let report = neverAsked;
  const onWire = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    report = neverAsked;
    const asked = input instanceof Request && init === undefined ? input : new Request(input, init);
    const target = new URL(asked.url);
    const outgoing = {
      method,
      url: target,
      headers: Object.fromEntries(asked.headers),
      body: body ?? null,
      limits,
      signal: asked.signal,
      receiver: receiver ?? null,
      ...(isBodyProven === undefined ? {} : { isBodyProven }),
      echoes: by.echoes.search,
    };
    report = await exchange(outgoing, await wayOut(target));
    const { answer, failure } = report;
    if (answer?.secretEchoed) by.echoes.onFound();
    if (answer?.complete) return responseOf(answer);
    throw fetchFailure(failure);
  };
  try {
    const sent = { accept: 'application/json', 'accept-encoding': 'identity', ...headers, ...by.headers };
    await ky(url, { method, headers: sent, fetch: onWire, signal, redirect: 'manual', ...options });
  } catch {
    // The wire knows better than any error what happened.
  }
  if (report.answer === null) return report;
  by.limiter?.hear(method, report.answer);
  const { date, age } = report.answer.headers;
  // The date of an answer that a cache kept is not that of now.
  if (date !== undefined && age === undefined && !Number.isNaN(Date.parse(date))) by.onDate(Date.parse(date));
  return report;
}

/** ky tells a broken connection, which it may retry, by the name and text that the global `fetch` gives it. */
function fetchFailure(failure: WireFailure | null): Error {
  if (failure?.kind === 'cancelled') return new DOMException('The request was cancelled.', 'AbortError');
  if (failure?.kind === 'connection') return new TypeError('fetch failed');
  return new Error('No readable answer came.');
}

/** The answer's bytes stay in the report: ky needs the status and the headers. */
function responseOf({ status, headers }: Answer): Response {
  const named = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  );
  return new Response(null, { status: status < 200 || status > 599 ? 500 : status, headers: named });
}

/** One POST, once. */
export function post(by: SignIn, sent: Omit<ServiceRequest, 'method'>): Promise<WireReport> {
  return request(by, { ...sent, method: 'POST' }, { retry: 0, timeout: false });
}
