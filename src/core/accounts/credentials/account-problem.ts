import type { AccountProblem, CredentialKind, CredentialNote } from '../../../shared/bridge/accounts.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import type { AccountWarning } from '../account-row.ts';

/** What is known about an account's credentials at one instant. */
export type Signs = {
  /** The credential that submitting needs. */
  readonly needed: CredentialKind;
  readonly apiKey: CredentialNote | null;
  readonly accessToken: CredentialNote | null;
  /** What the service did not accept. */
  readonly refused: ReadonlySet<CredentialKind>;
  readonly warnings: ReadonlySet<AccountWarning>;
  /** Why the keychain does not give what it keeps; null when it does. */
  readonly keychain: Failure | null;
  /** Nobody can read where it is, or what pays there. */
  readonly isDamaged: boolean;
};

/** How long before its end a token's end is announced, in milliseconds. */
export const WARN_BEFORE_MS = 10 * 60_000;

/** What keeps an account from submitting, or soon will; the worst first. `now` in epoch milliseconds. Pure. */
export function problemOf(signs: Signs, now: number): AccountProblem | null {
  const { needed, keychain, warnings, refused } = signs;
  const expiresAt = signs.accessToken?.expiresAt ?? null;
  const left = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now;
  const byToken = needed === 'access-token';
  const other = byToken ? 'api-key' : 'access-token';

  if (signs.isDamaged) return { kind: 'account-damaged', blocks: true };
  if (keychain !== null) return { kind: 'keychain', blocks: true, keychain };
  if ((byToken ? signs.accessToken : signs.apiKey) === null) {
    return { kind: 'credential-missing', blocks: true, credential: needed };
  }
  if (warnings.has('secret-echoed')) return { kind: 'secret-echoed', blocks: true };
  if (left <= 0) return { kind: 'token-expired', blocks: byToken };
  if (refused.has(needed)) return { kind: 'unauthorised', blocks: true, credential: needed };
  if (refused.has(other)) return { kind: 'unauthorised', blocks: false, credential: other };
  if (warnings.has('lists-rest')) return { kind: 'lists-rest', blocks: false };
  if (left <= WARN_BEFORE_MS) return { kind: 'token-expires-soon', blocks: false };
  return null;
}

/** The next instant (epoch milliseconds) at which time alone changes the answer; infinite when none does. */
export function nextChange(expiresAt: string | null, now: number): number {
  if (expiresAt === null) return Number.POSITIVE_INFINITY;
  const end = Date.parse(expiresAt);
  return [end - WARN_BEFORE_MS, end].find((instant) => instant > now) ?? Number.POSITIVE_INFINITY;
}
