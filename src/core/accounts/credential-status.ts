import type { AccountProblem, CredentialKind, CredentialNote } from '../../shared/bridge/accounts.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { RateLimiters } from '../service/index.ts';
import type { AccountStore, StoredAccount } from './account-store.ts';
import type { Vault } from './vault.ts';

/** The known facts about an account's credentials, apart from the stored ones. */
type Known = {
  /** Increases each time earlier findings become void. */
  revision: number;
  /** The credentials that the service refused. */
  readonly refused: Set<CredentialKind>;
  /** True if an answer of the service contained a secret. Also stored on disk. */
  isSecretEchoed: boolean;
  /** The reason why the keychain could not be read; null if it could. */
  keychain: Failure | null;
};

/** The longest sleep of the timer, because the user may set the clock of the computer. */
const LONGEST_TIMER_MS = 60 * 60_000;

/** Knows for every account if its credentials exist, are accepted, have expired, and can be read from the keychain. */
export class CredentialStatus {
  readonly #store: AccountStore;
  readonly #vault: Vault;
  readonly #rateLimiters: RateLimiters;
  readonly #now: () => number;
  readonly #onChange: () => void;
  readonly #known = new Map<string, Known>();
  #expiryTimer: NodeJS.Timeout | undefined;

  /** `onChange` is called if an account's display or its ability to submit changes. */
  constructor(store: AccountStore, vault: Vault, rateLimiters: RateLimiters, now: () => number, onChange: () => void) {
    this.#store = store;
    this.#vault = vault;
    this.#rateLimiters = rateLimiters;
    this.#now = now;
    this.#onChange = onChange;
    this.#armExpiry();
  }

  notes(accountId: string): { apiKey: CredentialNote | null; accessToken: CredentialNote | null } {
    const { apiKey, accessToken } = this.#vault.describe(accountId);
    return { apiKey: apiKey === null ? null : { ...apiKey, expiresAt: null }, accessToken };
  }

  /** Returns the problem that prevents the account from submitting now or soon; null if there is none. */
  trouble(account: StoredAccount): AccountProblem | null {
    const { refused, isSecretEchoed, keychain } = this.#of(account.id);
    // The practice account always has both.
    const made = { ending: '', expiresAt: null };
    const held = account.kind === 'practice' ? { apiKey: made, accessToken: made } : this.notes(account.id);
    const isDamaged = account.isDamaged === true;
    const hasCredits = account.serviceKind === 'credits';
    const needed = account.submitBy.variant;
    const signs = { needed, hasCredits, ...held, refused, isSecretEchoed, keychain, isDamaged };
    return problemOf(signs, this.#now());
  }

  /** Returns a number that increases each time the account's credentials or addresses are replaced. */
  revision(accountId: string): number {
    return this.#of(accountId).revision;
  }

  isSecretEchoed(accountId: string): boolean {
    return this.#of(accountId).isSecretEchoed;
  }

  isRefused(accountId: string, kind: CredentialKind): boolean {
    return this.#of(accountId).refused.has(kind);
  }

  /**
   * Records that the service refused the submitting credential in a request made at `revision`. Submissions of the
   * account wait until the user acts. A refusal of a credential that was replaced meanwhile is ignored.
   */
  onRefused(account: StoredAccount, code: 'unauthorised' | 'credential-missing', revision: number | undefined): void {
    const known = this.#of(account.id);
    if (revision !== known.revision) return;
    // The keychain's problem is known already.
    if (code === 'credential-missing' && known.keychain !== null) return;
    known.refused.add(account.submitBy.variant);
    this.changed();
  }

  /** Records if a check found a stored credential accepted. */
  onVerdict(accountId: string, kind: CredentialKind, accepted: boolean): void {
    const { refused } = this.#of(accountId);
    if (refused.has(kind) !== accepted) return;
    if (accepted) refused.delete(kind);
    else refused.add(kind);
    this.changed();
  }

  /** Records that an answer contained a secret, unless the account's credentials or address were replaced since `revision`. */
  onSecretEchoed(accountId: string, revision: number): void {
    if (revision === this.#of(accountId).revision) this.#setSecretEchoed(accountId, true);
  }

  /** Records the keychain's failure; null if it answered. */
  onKeychain(accountId: string, failure: Failure | null): void {
    const known = this.#of(accountId);
    const isSame = known.keychain?.code === failure?.code;
    known.keychain = failure;
    if (!isSame) this.changed();
  }

  /** Clears the findings about credentials of these kinds. Call if they or the account's addresses were replaced. */
  renew(accountId: string, kinds: readonly CredentialKind[]): void {
    const known = this.#of(accountId);
    known.revision += 1;
    known.keychain = null;
    this.#rateLimiters.forget(accountId, kinds);
    for (const kind of kinds) known.refused.delete(kind);
    if (kinds.length > 0) this.#setSecretEchoed(accountId, false);
    this.changed();
  }

  changed(): void {
    this.#armExpiry();
    this.#onChange();
  }

  close(): void {
    clearTimeout(this.#expiryTimer);
  }

  #of(accountId: string): Known {
    const known = this.#known.get(accountId);
    if (known !== undefined) return known;
    const isSecretEchoed = this.#store.isSecretEchoed(accountId);
    const made: Known = { revision: 0, refused: new Set(), isSecretEchoed, keychain: null };
    this.#known.set(accountId, made);
    return made;
  }

  #setSecretEchoed(accountId: string, isEchoed: boolean): void {
    const known = this.#of(accountId);
    if (known.isSecretEchoed === isEchoed || this.#store.find(accountId) === null) return;
    known.isSecretEchoed = isEchoed;
    // If the disk fails, the change lasts until the app closes.
    this.#store.setSecretEchoed(accountId, isEchoed).catch(() => undefined);
    this.changed();
  }

  /** Waits for the next time at which a token is about to expire, or has. */
  #armExpiry(): void {
    clearTimeout(this.#expiryTimer);
    const now = this.#now();
    const instants = this.#store.all().flatMap(({ id }) => {
      const end = Date.parse(this.notes(id).accessToken?.expiresAt ?? '');
      return [end - WARN_BEFORE_MS, end].filter((instant) => instant > now);
    });
    if (instants.length === 0) return;
    this.#expiryTimer = setTimeout(() => this.changed(), Math.min(Math.min(...instants) - now + 1, LONGEST_TIMER_MS));
  }
}

/** The known facts about an account's credentials at one instant. */
export type Signs = {
  /** The credential that submitting needs. */
  readonly needed: CredentialKind;
  /** Services with credits take submissions with an API key only. */
  readonly hasCredits: boolean;
  readonly apiKey: CredentialNote | null;
  readonly accessToken: CredentialNote | null;
  /** The credentials that the service refused. */
  readonly refused: ReadonlySet<CredentialKind>;
  readonly isSecretEchoed: boolean;
  /** The reason why the keychain cannot be read; null if it can. */
  readonly keychain: Failure | null;
  /** The address or the paying token is unreadable. */
  readonly isDamaged: boolean;
};

/** The app announces the end of a token this many milliseconds before. */
export const WARN_BEFORE_MS = 10 * 60_000;

/** Returns the worst problem that prevents an account from submitting now or soon. `now` in epoch milliseconds. */
export function problemOf(signs: Signs, now: number): AccountProblem | null {
  const { needed, keychain, refused } = signs;
  const expiresAt = signs.accessToken?.expiresAt ?? null;
  const left = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now;
  const byToken = needed === 'access-token';
  const other = byToken ? 'api-key' : 'access-token';

  if (signs.isDamaged) return { kind: 'account-damaged', blocks: true };
  if (signs.hasCredits && byToken) {
    if (signs.apiKey !== null) return { kind: 'api-key-only', blocks: true };
    return { kind: 'credential-missing', blocks: true, credential: 'api-key' };
  }
  if (keychain !== null) return { kind: 'keychain', blocks: true, keychain };
  if ((byToken ? signs.accessToken : signs.apiKey) === null) {
    return { kind: 'credential-missing', blocks: true, credential: needed };
  }
  if (signs.isSecretEchoed) return { kind: 'secret-echoed', blocks: true };
  if (left <= 0) return { kind: 'token-expired', blocks: byToken };
  if (refused.has(needed)) return { kind: 'unauthorised', blocks: true, credential: needed };
  if (refused.has(other)) return { kind: 'unauthorised', blocks: false, credential: other };
  if (left <= WARN_BEFORE_MS) return { kind: 'token-expires-soon', blocks: false };
  return null;
}
