import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { CredentialKind } from '../../shared/bridge/accounts.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import { secretNames } from '../../shared/messages/failures/app.ts';

export const credentialKinds: readonly CredentialKind[] = ['api-key', 'access-token'];

/** What opens a person's own encrypted files: it goes to no service, and nothing of it is shown. */
export type PrivateKind = 'passphrase' | 'identity';
export type SecretKind = CredentialKind | PrivateKind;
export const secretKinds: readonly SecretKind[] = [...credentialKinds, 'passphrase', 'identity'];

/** A credential that is to be kept. */
export type GivenSecret = { readonly kind: CredentialKind; readonly secret: string };

/** What may be known of a secret without reading it, and the only part of it that is ever shown or kept in a file. */
export type CredentialFacts = {
  /** Its last four characters; empty for a secret so short that they would give it away. */
  readonly lastFour: string;
  /** When it ends, ISO 8601 in UTC. Null where it does not say: an API key, an opaque token. */
  readonly expiresAt: string | null;
};

export function factsOf(kind: SecretKind, secret: string): CredentialFacts {
  if (isPrivate(kind)) return { lastFour: '', expiresAt: null };
  return {
    lastFour: secret.length < 8 ? '' : secret.slice(-4),
    expiresAt: kind === 'access-token' ? jwtExpiry(secret) : null,
  };
}

export function isPrivate(kind: SecretKind): kind is PrivateKind {
  return kind === 'passphrase' || kind === 'identity';
}

export function sameFacts(one: CredentialFacts | null, other: CredentialFacts | null): boolean {
  return one?.lastFour === other?.lastFour && one?.expiresAt === other?.expiresAt;
}

const claims = z.object({ exp: z.number() });
const userClaims = z.object({ sub: z.string().min(1), iss: z.string().optional() });

/**
 * When an access token ends, as ISO 8601 text in UTC, read from its `exp` claim (RFC 7519, 4.1.4) without verifying it:
 * only the service can do that. Null for an opaque token and for a JWT that names no end. Never throws.
 */
export function jwtExpiry(token: string): string | null {
  const read = claims.safeParse(payloadOf(token));
  if (!read.success) return null;
  const end = new Date(read.data.exp * 1000);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

/** Whether both are JWTs that name the same user (`sub`) of the same issuer. They are not verified. Never throws. */
export function isOfSameUser(one: string, other: string): boolean {
  const [user, otherUser] = [one, other].map((token) => userClaims.safeParse(payloadOf(token)).data);
  return user !== undefined && user.sub === otherUser?.sub && user.iss === otherUser.iss;
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

/** What the vault needs to know of an account. `address`: where the secret that is to be kept is sent. */
export type AccountLabel = { readonly id: string; readonly name: string; readonly address: string };

/**
 * What a person reads in their keychain: `My account – API key (https://host/path) [id] 5d1c03fe`.
 *
 * Name and address change, the id does not, and an entry can't be renamed in one step that a power cut can't tear. So an
 * entry keeps the name that it was made under, and that name is kept in the database beside the account: a rename leaves
 * the keychain alone. The id sets apart accounts of the same name and address. The end is another for each entry that is
 * made: a copy of the database, which knows entries of its day, never names one that was made after it.
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

/** The longest secret that is taken, in characters. Servers refuse longer headers anyway. */
export const LONGEST_SECRET = 16 * 1024;

/** A header name or a scheme that was pasted with a secret. */
const headerAround = /^(?:(?:authorization|x-api-key)\s*:\s*)?(?:bearer(?:\s+|$))?/i;

/**
 * Blanks, line ends, and the marks without width that web pages and mail programs put around text. Those at the end are
 * looked at from their first sign alone: a long run of them in the middle would else be gone through from each.
 */
const blanksAround =
  /^[\s\u200b-\u200f\u2060\ufeff]+|(?<![\s\u200b-\u200f\u2060\ufeff])[\s\u200b-\u200f\u2060\ufeff]+$/g;

/**
 * The secret out of what a person pasted: without the blanks around it and without an accidental "Bearer ". Refused when
 * it is empty, too long, or holds what no header can carry. The failure never repeats any of it.
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

/** Credentials as a person pasted them; null where none was. */
export type PastedSecrets = { readonly apiKey: string | null; readonly accessToken: string | null };

export const nothingPasted: PastedSecrets = { apiKey: null, accessToken: null };

/** Credentials as they are kept, or which of them no request can carry, and why. */
export function readSecrets({ apiKey, accessToken }: PastedSecrets): Result<readonly GivenSecret[]> {
  const secrets: GivenSecret[] = [];
  for (const [kind, pasted] of [['api-key', apiKey] as const, ['access-token', accessToken] as const]) {
    const secret = pasted === null ? null : readSecret(kind, pasted);
    if (secret?.ok === false) return secret;
    if (secret !== null) secrets.push({ kind, secret: secret.value });
  }
  return success(secrets);
}

/** The other way round: by kind, null for what was not given. */
export function pastedBy(secrets: readonly GivenSecret[]): PastedSecrets {
  const given = (kind: CredentialKind): string | null => secrets.find((secret) => secret.kind === kind)?.secret ?? null;
  return { apiKey: given('api-key'), accessToken: given('access-token') };
}
