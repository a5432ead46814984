import type { Connection } from './connection.ts';
import type { Family } from './rate-limiter.ts';

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

/** The forms of a bearer endpoint's path: the one that probing found, else the contract's and the versioned one. */
export function userPaths(connection: Connection, endpoint: string): readonly [string, ...string[]] {
  const known = connection.paths.userFamily;
  return known === null ? [`/user/${endpoint}`, `/v1/user/${endpoint}`] : [`${known}/${endpoint}`];
}

/**
 * Asks under one form of a path after the other, for as long as what came of it leads on to the next. `attempt` is given what
 * came of the one before.
 */
export async function tryForms<Outcome, LeadingOn extends Outcome>(
  [first, ...others]: readonly [string, ...string[]],
  attempt: (path: string, before: LeadingOn | null) => Promise<Outcome>,
  leadsOn: (outcome: Outcome) => outcome is LeadingOn,
): Promise<Outcome> {
  let outcome = await attempt(first, null);
  for (const path of others) {
    if (!leadsOn(outcome)) break;
    outcome = await attempt(path, outcome);
  }
  return outcome;
}
