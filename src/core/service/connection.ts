import type { ServiceKind } from '../../shared/account.ts';
import type { CredentialKind } from '../../shared/bridge/accounts.ts';
import { type Echoes, echoSearch, encodings } from './echo-search.ts';
import type { ServiceError } from './errors.ts';
import type { Family, RateLimiter } from './rate-limiter.ts';

/** A service's addresses and credentials, for one request. Built by `accounts`. */
export type Connection = {
  /** The base address, which may have a path prefix (`https://host/core-api/v1`). */
  readonly baseUrl: string;
  /** The base address of the `/v1` API-key family if it is on another host; else null. */
  readonly submitBaseUrl: string | null;
  /** Null until it is known. */
  readonly serviceKind?: ServiceKind | null;
  /** The app id that is sent with submissions; null for none. */
  readonly appId?: string | null;
  /** Reads the secrets for one request. They are never stored. */
  readonly credentials: () => Promise<Credentials>;
  /**
   * The rate limiter of a credential. It sees every answer, and reads respect its pauses. Null if no other request uses
   * the credential.
   */
  readonly rateLimiter?: (family: Family) => RateLimiter | null;
  /** Called with the kind of service that its answers show; null if it is no longer known. */
  readonly onServiceKind?: (kind: ServiceKind | null) => void;
  /** Called if an answer contained one of the secrets. */
  readonly onSecretEchoed?: () => void;
};

/** Returns the connection to an account, after its service has started; null if it cannot be reached. */
export type Reach = (accountId: string) => Connection | null | Promise<Connection | null>;

export type Credentials = { readonly apiKey: string | null; readonly accessToken: string | null };

/** The header that signs in a request, and the guards that keep the account's secrets out of everything else. */
export type SignIn = {
  readonly headers: Readonly<Record<string, string>>;
  readonly scrub: (text: string) => string;
  readonly echoes: Echoes;
  /** Sees the answers; null if no credential is sent or no limit is tracked. */
  readonly limiter: RateLimiter | null;
};

/** Signs in without a secret, for endpoints that need none. The service may still echo a secret that it knows. */
export async function signedOut(connection: Connection): Promise<SignIn> {
  const credentials = (await readCredentials(connection)) ?? { apiKey: null, accessToken: null };
  return { headers: {}, ...guardsFor(connection, credentials), limiter: null };
}

/** Reads the account's secrets and returns the header for one request. */
export async function signIn(connection: Connection, family: Family): Promise<SignIn | ServiceError> {
  const credentials = await readCredentials(connection);
  if (credentials === null) {
    return { code: 'credential-missing', values: { why: 'keychain-silent' } };
  }
  const secret = (family === 'api-key' ? credentials.apiKey : credentials.accessToken)?.trim() ?? '';
  // As in a form: an API key may contain a blank.
  const allowed = family === 'api-key' ? /^[\x20-\x7e]+$/ : /^[\x21-\x7e]+$/;
  if (!allowed.test(secret)) return { code: 'credential-missing', values: { why: 'none', kind: family } };
  const headers: Record<string, string> =
    family === 'api-key' ? { 'x-api-key': secret } : { authorization: `Bearer ${secret}` };
  const limiter = connection.rateLimiter?.(family) ?? null;
  return { headers, ...guardsFor(connection, credentials), limiter };
}

/** Reads the account's secrets; null if that fails. */
async function readCredentials(connection: Connection): Promise<Credentials | null> {
  try {
    return await connection.credentials();
  } catch {
    return null;
  }
}

/** Returns the families that the account has a secret for, `first` before the other; `first` if it has none. */
export async function familiesOf(connection: Connection, first: Family): Promise<readonly [Family, Family?]> {
  const credentials = await readCredentials(connection);
  const has = (family: Family): boolean =>
    ((family === 'api-key' ? credentials?.apiKey : credentials?.accessToken) ?? '').trim() !== '';
  const other = first === 'api-key' ? 'access-token' : 'api-key';
  if (!has(other)) return [first];
  return has(first) ? [first, other] : [other];
}

function guardsFor(connection: Connection, credentials: Credentials) {
  return { scrub: scrubber(credentials), echoes: echoesOf(connection, credentials) };
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

/** The kind of the account's secret that a text contains; null if there is none or the secrets cannot be read. */
export async function secretKindIn(connection: Connection, text: string): Promise<CredentialKind | null> {
  const credentials = await readCredentials(connection);
  return credentials === null ? null : echoesOf(connection, credentials).kindIn([text]);
}

/** Removes the secrets from a text, in all forms that are searched for in answers. */
function scrubber({ apiKey, accessToken }: Credentials): (text: string) => string {
  const secrets = [apiKey, accessToken].flatMap((secret) => {
    const plain = secret?.trim() ?? '';
    return plain === '' ? [] : encodings(plain);
  });
  const longestFirst = [...new Set(secrets)].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((left, secret) => left.replaceAll(secret, '•••'), text);
}

/**
 * Appends an endpoint's path to the base address and its path prefix. Null if the base is no http(s) address or
 * contains a user name and password.
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
  // The lookbehind keeps the search linear, however many slashes there are.
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}${path}`;
  url.search = new URLSearchParams(query).toString();
  url.hash = '';
  return url;
}

/**
 * Returns the forms of a path to try. If the base address ends in `/v1`, the forms without their own `/v1` are tried
 * last.
 */
export function pathForms(
  base: string,
  [first, ...others]: readonly [string, ...string[]],
): readonly [string, ...string[]] {
  const versioned = /\/v1\/*$/.test(URL.parse(base)?.pathname ?? '');
  const shortened = versioned ? [first, ...others].map((form) => form.replace(/^\/v1(?=\/)/, '')) : [];
  const rest = new Set([...others, ...shortened]);
  rest.delete(first);
  return [first, ...rest];
}

/**
 * Returns the forms of a bearer endpoint's path: the contract's and the versioned one. A service with credits documents
 * only the latter.
 */
export function userPaths(endpoint: string, kind: ServiceKind | null = null): readonly [string, ...string[]] {
  const [plain, versioned] = [`/user/${endpoint}`, `/v1/user/${endpoint}`];
  return kind === 'credits' ? [versioned, plain] : [plain, versioned];
}

/** The form of each path that succeeded last, by the addresses and the known forms. */
const knownForms = new Map<string, string>();

/**
 * Tries the forms of a path while the outcome leads on to the next one. `attempt` gets the previous outcome. Begins with
 * the form that succeeded last, so that a service is asked only once for a form that it does not have.
 */
export async function tryForms<Outcome, LeadingOn extends Outcome>(
  { baseUrl, submitBaseUrl }: Connection,
  forms: readonly [string, ...string[]],
  attempt: (path: string, before: LeadingOn | null) => Promise<Outcome>,
  leadsOn: (outcome: Outcome) => outcome is LeadingOn,
  isSuccess: (outcome: Outcome) => boolean,
): Promise<Outcome> {
  const key = [baseUrl, submitBaseUrl, ...forms].join(' ');
  let path = knownForms.get(key) ?? forms[0];
  const others = forms.filter((form) => form !== path);
  let outcome = await attempt(path, null);
  for (const other of others) {
    if (!leadsOn(outcome)) break;
    path = other;
    outcome = await attempt(path, outcome);
  }
  if (isSuccess(outcome)) knownForms.set(key, path);
  return outcome;
}
