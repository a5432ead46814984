import { wayOut } from './agents.ts';
import type { Answer, BodyReceiver } from './answer.ts';
import { exchange, type WireBody, type WireFailure, type WireLimits, type WireReport } from './exchange.ts';
import type { Echoes } from './secret-echoes/echo-search.ts';

/** The `fetch` that ky is given: shaped like the global one, over our own exchange. `report` tells of the last request. */
export type WireFetch = {
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  readonly report: () => WireReport | null;
};

/**
 * The body, when there is one, takes the place of the request's: ky never sees it, so nothing can buffer it. The receiver
 * is given what comes in each try.
 */
export function wireFetch(
  body: WireBody | null,
  limits: WireLimits,
  echoes: Echoes,
  receiver: BodyReceiver | null = null,
): WireFetch {
  let report: WireReport | null = null;
  return {
    fetch: async (input, init) => {
      report = null;
      const request = input instanceof Request && init === undefined ? input : new Request(input, init);
      const outgoing = {
        method: request.method === 'POST' ? ('POST' as const) : ('GET' as const),
        url: new URL(request.url),
        headers: Object.fromEntries(request.headers),
        signal: request.signal,
        echoes: echoes.search,
      };
      report = await exchange(outgoing, body, limits, await wayOut(outgoing.url), receiver);
      const { answer, failure } = report;
      if (answer?.secretEchoed) echoes.onFound();
      if (answer?.complete) return responseOf(answer);
      throw fetchFailure(failure);
    },
    report: () => report,
  };
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
