import type { Connection, Credentials } from '../connection.ts';
import type { ServiceError } from '../outcome.ts';
import type { Family } from './address.ts';
import { echoSearch } from './secret-echoes/echo-search.ts';
import type { Echoes } from './wire-fetch.ts';

/** The header that signs a request in, and what keeps the account's secrets out of everything else. */
export type SignIn = {
  readonly headers: Readonly<Record<string, string>>;
  readonly scrub: (text: string) => string;
  readonly echoes: Echoes;
};

/** For the endpoints that need no secret. The service may know it all the same, and echo it there. */
export async function signedOut(connection: Connection): Promise<SignIn> {
  const credentials = (await readCredentials(connection)) ?? { apiKey: null, accessToken: null };
  return { headers: {}, scrub: scrubber(credentials), echoes: echoesOf(connection, credentials) };
}

/** Reads the account's secrets now and makes the header for one request. */
export async function signIn(connection: Connection, family: Family): Promise<SignIn | ServiceError> {
  const credentials = await readCredentials(connection);
  if (credentials === null) {
    return {
      code: 'credential-missing',
      message: 'The keychain did not give the account’s key. Unlock it, or enter the key again under Accounts.',
    };
  }
  const secret = (family === 'api-key' ? credentials.apiKey : credentials.accessToken)?.trim() ?? '';
  const name = family === 'api-key' ? 'API key' : 'access token';
  if (secret === '') {
    return { code: 'credential-missing', message: `This account has no ${name}. Add one under Accounts.` };
  }
  // As strict as when it was pasted, and no stricter: an operator's key may hold a blank.
  const carried = family === 'api-key' ? /^[\x20-\x7e]+$/ : /^[\x21-\x7e]+$/;
  if (!carried.test(secret)) {
    return {
      code: 'credential-missing',
      message: `The account’s ${name} holds characters that no ${name} has. Enter it again under Accounts.`,
    };
  }
  const headers: Record<string, string> =
    family === 'api-key' ? { 'x-api-key': secret } : { authorization: `Bearer ${secret}` };
  return { headers, scrub: scrubber(credentials), echoes: echoesOf(connection, credentials) };
}

/** Which secrets the account has; none when the keychain does not answer. */
export async function readCredentials(connection: Connection): Promise<Credentials | null> {
  try {
    return await connection.credentials();
  } catch {
    return null;
  }
}

function echoesOf(connection: Connection, { apiKey, accessToken }: Credentials): Echoes {
  const secrets = [apiKey, accessToken].map((secret) => secret?.trim() ?? '').filter((secret) => secret !== '');
  return { search: echoSearch(secrets), onFound: () => connection.onSecretEchoed?.() };
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
