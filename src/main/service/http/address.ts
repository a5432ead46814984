import type { Connection } from '../connection.ts';

/** Which base address an endpoint belongs to: the `/v1` API-key family may live on a host of its own. */
export type Family = 'api-key' | 'access-token';

/**
 * Joins a base address, whose path prefix is kept, with an endpoint's path.
 * Null when the base is no http(s) address or carries a name and password.
 */
export function endpointUrl(
  connection: Connection,
  family: Family,
  path: string,
  query: Readonly<Record<string, string>> = {},
): URL | null {
  const base = family === 'api-key' ? (connection.submitBaseUrl ?? connection.baseUrl) : connection.baseUrl;
  const url = URL.parse(base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}${path}`;
  url.search = new URLSearchParams(query).toString();
  url.hash = '';
  return url;
}

/** An address for a person or a report: never with its query. */
export function readableAddress(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

/**
 * The forms of a path to try, the known one first. A base address that ends in `/v1` may already hold the version that
 * a path begins with, so the path without it is tried last.
 */
export function pathForms(
  base: string,
  known: string | null,
  forms: readonly string[],
): readonly [string, ...string[]] {
  const [first = '', ...others] = known === null ? forms : [known, ...forms];
  const versioned = /\/v1\/*$/.test(URL.parse(base)?.pathname ?? '');
  const shortened = versioned ? [first, ...others].map((form) => form.replace(/^\/v1(?=\/)/, '')) : [];
  const rest = new Set([...others, ...shortened]);
  rest.delete(first);
  return [first, ...rest];
}
