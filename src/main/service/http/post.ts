import ky from 'ky';
import { neverAsked, type WireBody, type WireLimits, type WireReport } from './exchange.ts';
import type { Echoes } from './secret-echoes/echo-search.ts';
import { wireFetch } from './wire-fetch.ts';

/** One POST through ky, once: nothing is retried and no redirect is followed. What happened is in the report. */
export async function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: WireBody,
  signal: AbortSignal,
  limits: WireLimits,
  echoes: Echoes,
): Promise<WireReport> {
  const wire = wireFetch(body, limits, echoes);
  try {
    await ky.post(url, {
      // What nobody decodes nobody reads, and an id may stand in it.
      headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
      fetch: wire.fetch,
      signal,
      retry: 0,
      timeout: false,
      redirect: 'manual',
      throwHttpErrors: false,
    });
  } catch {
    // The wire knows better than any error what happened.
  }
  return wire.report() ?? neverAsked;
}
