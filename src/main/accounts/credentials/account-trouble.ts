import type { AccountTrouble, CredentialKind, CredentialNote } from '../../../shared/bridge/accounts.ts';
import type { Failure } from '../../../shared/bridge/failure.ts';
import type { AccountWarning } from '../account-row.ts';
import { credentialNames } from './credential.ts';

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

/** `blocks`: nothing is submitted until a person has acted. */
export type Trouble = { readonly trouble: AccountTrouble; readonly blocks: boolean };

/** How long before its end a token's end is announced, in milliseconds. */
export const WARN_BEFORE_MS = 10 * 60_000;

/** What keeps an account from submitting, or soon will; the worst first. `now` in epoch milliseconds. Pure. */
export function troubleOf(signs: Signs, now: number): Trouble | null {
  const { needed } = signs;
  const expiresAt = signs.accessToken?.expiresAt ?? null;
  const left = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now;
  const byToken = needed === 'access-token';
  const note = byToken ? signs.accessToken : signs.apiKey;

  if (signs.isDamaged) {
    const message =
      'Dropslip’s data is damaged here: where this account’s service is, or what pays there, cannot be read. Nothing is sent. Choose Edit, look at each setting, and save.';
    return { blocks: true, trouble: { kind: 'account-damaged', message } };
  }
  if (signs.keychain !== null) {
    const kind = signs.keychain.code === 'keychain-locked' ? 'keychain-locked' : 'credential-missing';
    return { blocks: true, trouble: { kind, message: signs.keychain.message } };
  }
  if (note === null) {
    const message = `This account has no ${credentialNames[needed]}, so nothing is submitted. Enter it; what waits then goes on by itself.`;
    return { blocks: true, trouble: { kind: 'credential-missing', message } };
  }
  if (signs.warnings.has('secret-echoed')) {
    const message =
      'The service gave this account’s key or token back in an answer, where others may see it. Nothing is submitted for now. Tell its operator, ask for a new one and enter it; or enter the same again to go on with it.';
    return { blocks: true, trouble: { kind: 'secret-echoed', message } };
  }
  if (left <= 0) {
    const message = byToken
      ? 'The access token has expired, so nothing is submitted. Get a new one from your operator and enter it; what waits then goes on by itself.'
      : 'The access token has expired, so balances and confirmations are not read. Get a new one from your operator and enter it.';
    return { blocks: byToken, trouble: { kind: 'token-expired', message } };
  }
  for (const kind of [needed, byToken ? 'api-key' : 'access-token'] as const) {
    if (!signs.refused.has(kind)) continue;
    const consequence = kind === needed ? ', so nothing is submitted' : '';
    const message = `The service does not accept this account’s ${credentialNames[kind]}${consequence}. Enter it again, or ask your operator for a new one.`;
    return { blocks: kind === needed, trouble: { kind: 'unauthorised', message, credential: kind } };
  }
  if (signs.warnings.has('lists-rest')) {
    const message =
      'A list that this account’s service sent could not be read and stopped the reading. Balances, spending and confirmations are not read by themselves until you refresh them. If it happens again, tell the service’s operator.';
    return { blocks: false, trouble: { kind: 'lists-rest', message } };
  }
  if (left <= WARN_BEFORE_MS) {
    const message = 'The access token expires in a few minutes. Get a new one from your operator and enter it.';
    return { blocks: false, trouble: { kind: 'token-expires-soon', message } };
  }
  return null;
}

/** The next instant (epoch milliseconds) at which time alone changes the answer; infinite when none does. */
export function nextChange(expiresAt: string | null, now: number): number {
  if (expiresAt === null) return Number.POSITIVE_INFINITY;
  const end = Date.parse(expiresAt);
  return [end - WARN_BEFORE_MS, end].find((instant) => instant > now) ?? Number.POSITIVE_INFINITY;
}
