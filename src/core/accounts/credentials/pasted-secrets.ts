import type { CredentialKind } from '../../../shared/bridge/accounts.ts';
import { type Failure, failure, type Result, success } from '../../../shared/failures/failure.ts';
import type { FailureValues } from '../../../shared/failures/failure-codes.ts';
import type { GivenSecret } from './credential.ts';

/** The longest secret that is taken, in characters. Servers refuse longer headers anyway. */
export const LONGEST_SECRET = 16 * 1024;

/** What pasting brings along: a whole header, or the scheme that goes before a token. */
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
  if (secret === '') return refused(kind, 'empty');
  if (secret.length > LONGEST_SECRET) return refused(kind, 'too-long');
  if (/[\r\n]/.test(secret)) return refused(kind, 'line-break');
  if (!/^[\x20-\x7e]+$/.test(secret) || (kind === 'access-token' && secret.includes(' '))) {
    return refused(kind, 'other-characters');
  }
  return { ok: true, value: secret };
}

function refused(kind: CredentialKind, problem: FailureValues['secret-not-valid']['problem']) {
  return failure({ code: 'secret-not-valid', values: { kind, problem } } as const);
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
