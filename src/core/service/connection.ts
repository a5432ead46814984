import type { CredentialKind } from '../../shared/bridge/accounts.ts';
import { type Echoes, echoSearch } from './echo-search.ts';
import type { ServiceError } from './errors.ts';
import type { Family, RateLimiter } from './rate-limiter.ts';

/** Where a service answers and how to sign in to it. Built by `accounts`, used for the length of one request. */
export type Connection = {
  /** Base address, may carry a path prefix (`https://host/core-api/v1`). Joining keeps it. */
  readonly baseUrl: string;
  /** Where the `/v1` API-key family lives when it is another host; else null. */
  readonly submitBaseUrl: string | null;
  readonly paths: ServicePaths;
  /** Reads the secrets at the moment of the request; they are never kept. */
  readonly credentials: () => Promise<Credentials>;
  /**
   * What the service allows a credential; it hears every answer, and readings keep the pauses that were asked for. Null where
   * nobody else uses that credential.
   */
  readonly rateLimiter?: (family: Family) => RateLimiter | null;
  /** Told when an answer held one of the secrets. */
  readonly onSecretEchoed?: () => void;
  /** Told the time of each answer by the service's own clock (epoch milliseconds). */
  readonly onDate?: (date: number) => void;
  /** Whether lists are not to be asked for now: the last one made the thread that read it die. */
  readonly listsRest?: () => boolean;
  /** Told when the thread that read a list has died of it. */
  readonly onListCrash?: () => void;
};

/** How to reach an account, where need be once its service is up; null where it cannot be reached. */
export type Reach = (accountId: string) => Connection | null | Promise<Connection | null>;

export type Credentials = { readonly apiKey: string | null; readonly accessToken: string | null };

/** What probing found of paths on which deployments differ. Null: not known yet, try the known forms in order. */
export type ServicePaths = {
  /** `/user` or `/v1/user`. */
  readonly userFamily: string | null;
  /** `/user/request_funds` or `/users/request_funds` (also with the family's prefix). */
  readonly requestFunds: string | null;
  /** `/token_map` or `/v1/token_map`. */
  readonly tokenMap: string | null;
};

export const unknownPaths: ServicePaths = { userFamily: null, requestFunds: null, tokenMap: null };

/** The header that signs a request in, and what keeps the account's secrets out of everything else. */
export type SignIn = {
  readonly headers: Readonly<Record<string, string>>;
  readonly scrub: (text: string) => string;
  readonly echoes: Echoes;
  /** See `Connection`. */
  readonly onDate: (date: number) => void;
  /** Hears the answers; null where no credential is sent, or nobody counts. */
  readonly limiter: RateLimiter | null;
};

/** For the endpoints that need no secret. The service may know it all the same, and echo it there. */
export async function signedOut(connection: Connection): Promise<SignIn> {
  const credentials = (await readCredentials(connection)) ?? { apiKey: null, accessToken: null };
  return { headers: {}, ...heardBy(connection, credentials), limiter: null };
}

/** Reads the account's secrets now and makes the header for one request. */
export async function signIn(connection: Connection, family: Family): Promise<SignIn | ServiceError> {
  const credentials = await readCredentials(connection);
  if (credentials === null) {
    return { code: 'credential-missing', values: { why: 'keychain-silent' } };
  }
  const secret = (family === 'api-key' ? credentials.apiKey : credentials.accessToken)?.trim() ?? '';
  if (secret === '') return { code: 'credential-missing', values: { why: 'none', kind: family } };
  // As strict as when it was pasted, and no stricter: an operator's key may hold a blank.
  const carried = family === 'api-key' ? /^[\x20-\x7e]+$/ : /^[\x21-\x7e]+$/;
  if (!carried.test(secret)) {
    return { code: 'credential-missing', values: { why: 'none', kind: family } };
  }
  const headers: Record<string, string> =
    family === 'api-key' ? { 'x-api-key': secret } : { authorization: `Bearer ${secret}` };
  const limiter = connection.rateLimiter?.(family) ?? null;
  return { headers, ...heardBy(connection, credentials), limiter };
}

/** Which secrets the account has; none when the keychain does not answer. */
export async function readCredentials(connection: Connection): Promise<Credentials | null> {
  try {
    return await connection.credentials();
  } catch {
    return null;
  }
}

function heardBy(connection: Connection, credentials: Credentials) {
  const onDate = (date: number): void => connection.onDate?.(date);
  return { scrub: scrubber(credentials), echoes: echoesOf(connection, credentials), onDate };
}

function echoesOf(connection: Connection, { apiKey, accessToken }: Credentials): Echoes {
  const [keys, tokens] = [apiKey, accessToken].map((secret) => [secret?.trim() ?? ''].filter((text) => text !== ''));
  const search = echoSearch([...(keys ?? []), ...(tokens ?? [])]);
  return {
    search,
    kindIn: (texts) => (!search.isIn(texts) ? null : echoSearch(keys ?? []).isIn(texts) ? 'api-key' : 'access-token'),
    onFound: () => connection.onSecretEchoed?.(),
  };
}

/** Which of the account's own secrets a text holds; null where none, or where the keychain does not answer. */
export async function secretKindIn(connection: Connection, text: string): Promise<CredentialKind | null> {
  const credentials = await readCredentials(connection);
  return credentials === null ? null : echoesOf(connection, credentials).kindIn([text]);
}

/** Blots the secrets out of a text, in every form in which a service might echo them. */
function scrubber({ apiKey, accessToken }: Credentials): (text: string) => string {
  const secrets = [apiKey, accessToken].flatMap((secret) => {
    const plain = secret?.trim() ?? '';
    return plain === '' ? [] : [plain, encodeURIComponent(plain), JSON.stringify(plain).slice(1, -1)];
  });
  const longestFirst = [...new Set(secrets)].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((left, secret) => left.replaceAll(secret, '•••'), text);
}

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
