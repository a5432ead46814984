import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { CredentialKind } from '../../shared/bridge/accounts.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import { secretNames } from '../../shared/messages/failures/app.ts';

export const credentialKinds: readonly CredentialKind[] = ['api-key', 'access-token'];

/** A secret that opens the user's encrypted files. It is never sent to a service and never shown, not even in part. */
export type PrivateKind = 'passphrase' | 'identity';
export type SecretKind = CredentialKind | PrivateKind;
export const secretKinds: readonly SecretKind[] = [...credentialKinds, 'passphrase', 'identity'];

export type GivenSecret = { readonly kind: CredentialKind; readonly secret: string };

/** Facts about a secret that can be known without reading it. Only these are shown or stored in a file. */
export type CredentialFacts = {
  /** The last five characters, by which operators name a key; empty for a secret shorter than 10, which they would give away. */
  readonly ending: string;
  /** The expiry time, ISO 8601 in UTC; null if the secret states none (API key, opaque token). */
  readonly expiresAt: string | null;
};

export function factsOf(kind: SecretKind, secret: string): CredentialFacts {
  if (isPrivate(kind)) return { ending: '', expiresAt: null };
  return {
    ending: secret.length < 10 ? '' : secret.slice(-5),
    expiresAt: kind === 'access-token' ? jwtExpiry(secret) : null,
  };
}

export function isPrivate(kind: SecretKind): kind is PrivateKind {
  return kind === 'passphrase' || kind === 'identity';
}

export function sameFacts(one: CredentialFacts | null, other: CredentialFacts | null): boolean {
  // Earlier versions stored four characters.
  return one?.ending.slice(-4) === other?.ending.slice(-4) && one?.expiresAt === other?.expiresAt;
}

const claims = z.object({ exp: z.number() });
const userClaims = z.object({ sub: z.string().min(1), iss: z.string().optional() });

/**
 * Returns an access token's expiry time as ISO 8601 text in UTC, read from its `exp` claim (RFC 7519, 4.1.4). The token
 * is not verified: only the service can do that. Null for an opaque token and for a JWT without `exp`. Never throws.
 */
export function jwtExpiry(token: string): string | null {
  const read = claims.safeParse(payloadOf(token));
  if (!read.success) return null;
  const end = new Date(read.data.exp * 1000);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

/** True if both are JWTs that name the same user (`sub`) of the same issuer. They are not verified. Never throws. */
export function isOfSameUser(one: string, other: string): boolean {
  const [user, otherUser] = [one, other].map((token) => userClaims.safeParse(payloadOf(token)).data);
  return user !== undefined && user.sub === otherUser?.sub && user.iss === otherUser.iss;
}

/**
 * Names the user of a secret, to compare it with a later one: the user of a JWT, or else the ending of the secret. It does
 * not contain the secret.
 */
export function userOf(kind: CredentialKind, secret: string): string {
  const user = userClaims.safeParse(payloadOf(secret)).data;
  return user === undefined ? factsOf(kind, secret).ending : JSON.stringify([user.iss ?? null, user.sub]);
}

function payloadOf(token: string): unknown {
  const [header, payload, signature, ...more] = token.split('.');
  if (!header || !payload || signature === undefined || more.length > 0) return null;
  return parseJson(Buffer.from(payload, 'base64url').toString('utf8'));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The data that the vault needs about an account. `address`: the place where the secret is sent. */
export type AccountLabel = { readonly id: string; readonly name: string; readonly address: string };

/**
 * Returns the name of a new keychain entry: `My account – API key (https://host/path) [id] 5d1c03fe`.
 *
 * An account's name and address can change, but an entry cannot be renamed atomically. An entry therefore keeps its
 * first name, and the database stores that name beside the account. The account's id distinguishes accounts with the
 * same name and address. The random end is new for each entry, so a restored database never names an entry that was
 * made after its copy.
 */
export function entryName(account: AccountLabel, kind: SecretKind): string {
  const address = plain(withoutSecrets(account.address), 120);
  const place = address === '' ? '' : ` (${address})`;
  const made = randomBytes(4).toString('hex');
  return `${plain(account.name, 60)} – ${secretNames[kind]}${place} [${account.id}] ${made}`;
}

function plain(text: string, longest: number): string {
  const clean = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  const letters = [...clean];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : clean;
}

function withoutSecrets(address: string): string {
  const url = URL.parse(address);
  return url === null ? '' : `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

/** The longest accepted secret, in characters. Servers refuse longer headers. */
export const LONGEST_SECRET = 16 * 1024;

const headerAround = /^(?:(?:authorization|x-api-key)\s*:\s*)?(?:bearer(?:\s+|$))?/i;

/**
 * Blanks, line ends, and the zero-width characters that web pages and mail programs put around text. The look-behind
 * keeps the search linear in a text with a long run of blanks in its middle.
 */
const blanksAround =
  /^[\s\u200b-\u200f\u2060\ufeff]+|(?<![\s\u200b-\u200f\u2060\ufeff])[\s\u200b-\u200f\u2060\ufeff]+$/g;

/**
 * Extracts the secret from pasted text: removes surrounding blanks, a header name and a "Bearer" prefix. Refuses a
 * secret that is empty, too long, or not allowed in a header. The failure never contains the text.
 */
export function readSecret(
  kind: CredentialKind,
  pasted: string,
): { readonly ok: true; readonly value: string } | { readonly ok: false; readonly error: Failure<'secret-not-valid'> } {
  const secret = pasted.replace(blanksAround, '').replace(headerAround, '').replace(blanksAround, '');
  if (secret === '') return refused(kind);
  if (secret.length > LONGEST_SECRET) return refused(kind);
  if (/[\r\n]/.test(secret)) return refused(kind);
  if (!/^[\x20-\x7e]+$/.test(secret) || (kind === 'access-token' && secret.includes(' '))) {
    return refused(kind);
  }
  return { ok: true, value: secret };
}

function refused(kind: CredentialKind) {
  return failure({ code: 'secret-not-valid', values: { kind } } as const);
}

/** Credentials that the user pasted; null for each that was not given. */
export type PastedSecrets = { readonly apiKey: string | null; readonly accessToken: string | null };

/** Returns the given credentials, or the failure of the first one that no request can carry. */
export function readSecrets({ apiKey, accessToken }: PastedSecrets): Result<readonly GivenSecret[]> {
  const secrets: GivenSecret[] = [];
  for (const [kind, pasted] of [['api-key', apiKey] as const, ['access-token', accessToken] as const]) {
    const secret = pasted === null ? null : readSecret(kind, pasted);
    if (secret?.ok === false) return secret;
    if (secret !== null) secrets.push({ kind, secret: secret.value });
  }
  return success(secrets);
}
