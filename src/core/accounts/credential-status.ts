import type { AccountProblem, CredentialKind, CredentialNote } from '../../shared/bridge/accounts.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { RateLimiters } from '../service/index.ts';
import { type AccountStore, type AccountWarning, accountWarnings, type StoredAccount } from './account-store.ts';
import type { Vault } from './vault.ts';

type CredentialStatusParts = {
  readonly store: Pick<AccountStore, 'all' | 'find' | 'hasWarning' | 'setWarning'>;
  readonly vault: Pick<Vault, 'describe' | 'read'>;
  readonly rateLimiters: Pick<RateLimiters, 'forget'>;
  readonly now: () => number;
  /** Called if an account's display or its ability to submit changes. */
  readonly onChange: () => void;
};

/** The known facts about an account's credentials, apart from the stored ones. */
type Known = {
  /** Increases each time earlier findings become void. */
  revision: number;
  /** The credentials that the service refused. */
  readonly refused: Set<CredentialKind>;
  /** Also stored on disk. */
  readonly warnings: Set<AccountWarning>;
  /** The time (epoch milliseconds) at which each block was last lifted without approval. */
  readonly takenBackAt: Map<CredentialKind | AccountWarning, number>;
  /** The reason why the keychain cannot be read; null if it can. */
  keychain: Failure | null;
  keychainTimer: NodeJS.Timeout | null;
  keychainWaitMs: number;
};

const FIRST_KEYCHAIN_WAIT_MS = 30_000;
const LONGEST_KEYCHAIN_WAIT_MS = 10 * 60_000;
/**
 * A block is lifted without approval at most once in this time (milliseconds). A page can ask for it any number of
 * times, and each time costs a file that is sent in vain.
 */
const TAKEN_BACK_EVERY_MS = 10_000;
/** A changed system clock is noticed within this time (milliseconds). */
const CLOCK_LOOK_MS = 60_000;
/** A difference from the service's clock below this (milliseconds) is ignored, because answers take time to arrive. */
const CLOCK_STEP_MS = 60_000;

/** Knows for every account if its credentials exist, are accepted, have expired, and can be read from the keychain. */
export class CredentialStatus {
  readonly #parts: CredentialStatusParts;
  readonly #known = new Map<string, Known>();
  /** By service address: milliseconds by which this computer's clock is ahead of the service's. */
  readonly #clockAhead = new Map<string, number>();
  #expiryTimer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(parts: CredentialStatusParts) {
    this.#parts = parts;
    this.#armExpiry();
    // After a crash between two writes, the keychain may hold a secret that the database does not list.
    for (const { id, kind } of parts.store.all()) {
      const { apiKey, accessToken } = this.notes(id);
      if (kind === 'service' && (apiKey === null || accessToken === null)) void this.#askKeychain(id);
    }
  }

  notes(accountId: string): { apiKey: CredentialNote | null; accessToken: CredentialNote | null } {
    const { apiKey, accessToken } = this.#parts.vault.describe(accountId);
    return { apiKey: apiKey === null ? null : { ...apiKey, expiresAt: null }, accessToken };
  }

  /** Returns the problem that prevents the account from submitting now or soon; null if there is none. */
  trouble(account: StoredAccount): AccountProblem | null {
    const { refused, warnings, keychain } = this.#of(account.id);
    const made = { lastFour: '', expiresAt: null };
    const held = account.kind === 'practice' ? { apiKey: made, accessToken: made } : this.notes(account.id);
    const signs = { needed: account.submitBy.variant, ...held, refused, warnings, keychain };
    return problemOf({ ...signs, isDamaged: account.isDamaged === true }, this.#parts.now() - this.#ahead(account));
  }

  /** Returns the next instant (epoch milliseconds) at which time alone changes an account's problem. */
  nextChange(accountId: string): number {
    const ahead = this.#ahead(this.#parts.store.find(accountId));
    return nextChange(this.notes(accountId).accessToken?.expiresAt ?? null, this.#parts.now() - ahead) + ahead;
  }

  /** Takes the service's time (epoch milliseconds), because the service decides when a token has expired. */
  onDate(address: string, date: number): void {
    const ahead = Math.round((this.#parts.now() - date) / CLOCK_STEP_MS) * CLOCK_STEP_MS;
    if (ahead === (this.#clockAhead.get(address) ?? 0)) return;
    this.#clockAhead.set(address, ahead);
    this.changed();
  }

  /** Returns a number that increases each time the account's credentials or addresses are replaced. */
  revision(accountId: string): number {
    return this.#of(accountId).revision;
  }

  findings(accountId: string): { readonly isRefused: boolean; readonly isWarned: boolean } {
    const { refused, warnings } = this.#of(accountId);
    return { isRefused: refused.size > 0, isWarned: warnings.size > 0 };
  }

  /** True if the service's lists are not read until the user asks, because the last one crashed its reader. */
  areListsPaused(accountId: string): boolean {
    return this.#of(accountId).warnings.has('lists-rest');
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
    if (refused.has(kind) !== accepted || (accepted && !this.#mayTakeBack(accountId, kind))) return;
    if (accepted) refused.delete(kind);
    else refused.add(kind);
    this.changed();
  }

  /** Records a warning, unless the account's credentials or address were replaced since `revision`. */
  onWarning(accountId: string, warning: AccountWarning, revision: number): void {
    if (revision === this.#of(accountId).revision) this.#setWarning(accountId, warning, true);
  }

  /** Lets the account's lists be read again. Call if the user asks for them. */
  resumeLists(accountId: string): void {
    if (this.areListsPaused(accountId) && this.#mayTakeBack(accountId, 'lists-rest')) {
      this.#setWarning(accountId, 'lists-rest', false);
    }
  }

  /** Records the keychain's failure; null if it answered. */
  onKeychain(accountId: string, failure: Failure | null): void {
    const known = this.#of(accountId);
    if (failure === null && known.keychain === null) return;
    const same = known.keychain?.code === failure?.code;
    known.keychain = failure;
    if (known.keychainTimer !== null) clearTimeout(known.keychainTimer);
    known.keychainTimer = null;
    if (failure === null) {
      known.keychainWaitMs = FIRST_KEYCHAIN_WAIT_MS;
    } else if (!this.#closed) {
      // Each attempt may show a system dialog, so the pauses grow.
      known.keychainTimer = setTimeout(() => void this.#askKeychain(accountId), known.keychainWaitMs);
      known.keychainWaitMs = Math.min(known.keychainWaitMs * 2, LONGEST_KEYCHAIN_WAIT_MS);
    }
    if (!same) this.changed();
  }

  /** Clears the findings about credentials of these kinds. Call if they or the account's addresses were replaced. */
  renew(accountId: string, kinds: readonly CredentialKind[]): void {
    const known = this.#of(accountId);
    known.revision += 1;
    known.keychain = null;
    this.#parts.rateLimiters.forget(accountId, kinds);
    for (const kind of kinds) known.refused.delete(kind);
    if (kinds.length > 0) for (const warning of accountWarnings) this.#setWarning(accountId, warning, false);
    this.changed();
  }

  changed(): void {
    this.#armExpiry();
    this.#parts.onChange();
  }

  close(): void {
    this.#closed = true;
    if (this.#expiryTimer !== null) clearTimeout(this.#expiryTimer);
    for (const { keychainTimer } of this.#known.values()) if (keychainTimer !== null) clearTimeout(keychainTimer);
  }

  #of(accountId: string): Known {
    const known = this.#known.get(accountId);
    if (known !== undefined) return known;
    const { store } = this.#parts;
    const made: Known = {
      revision: 0,
      refused: new Set(),
      warnings: new Set(accountWarnings.filter((warning) => store.hasWarning(accountId, warning))),
      takenBackAt: new Map(),
      keychain: null,
      keychainTimer: null,
      keychainWaitMs: FIRST_KEYCHAIN_WAIT_MS,
    };
    this.#known.set(accountId, made);
    return made;
  }

  #setWarning(accountId: string, warning: AccountWarning, holds: boolean): void {
    const { store } = this.#parts;
    const { warnings } = this.#of(accountId);
    if (warnings.has(warning) === holds || store.find(accountId) === null) return;
    if (holds) warnings.add(warning);
    else warnings.delete(warning);
    // If the disk fails, the change lasts until the app closes.
    store.setWarning(accountId, warning, holds).catch(() => undefined);
    this.changed();
  }

  #mayTakeBack(accountId: string, what: CredentialKind | AccountWarning): boolean {
    const { takenBackAt } = this.#of(accountId);
    const now = this.#parts.now();
    const last = takenBackAt.get(what);
    if (last !== undefined && Math.abs(now - last) < TAKEN_BACK_EVERY_MS) return false;
    takenBackAt.set(what, now);
    return true;
  }

  #armExpiry(): void {
    if (this.#expiryTimer !== null) clearTimeout(this.#expiryTimer);
    this.#expiryTimer = null;
    const ending = this.#parts.store.all().filter(({ id }) => (this.notes(id).accessToken?.expiresAt ?? null) !== null);
    if (this.#closed || ending.length === 0) return;
    const seenAt = this.#parts.now();
    const next = Math.min(...ending.map(({ id }) => this.nextChange(id)));
    this.#expiryTimer = setTimeout(
      () => {
        const at = this.#parts.now();
        // A timer may fire just before its instant, when nothing has changed yet. If the clock was set back, an expired
        // token may be valid again.
        if (at >= seenAt && at < next) this.#armExpiry();
        else this.changed();
      },
      Math.min(Math.max(next - seenAt, 1), CLOCK_LOOK_MS),
    );
  }

  #ahead(account: StoredAccount | null): number {
    return this.#clockAhead.get(account?.address ?? '') ?? 0;
  }

  /** Asks the keychain without a request. The read also corrects the database's record of the keychain's content. */
  async #askKeychain(accountId: string): Promise<void> {
    const { store, vault } = this.#parts;
    if (store.find(accountId) === null || this.#closed) return;
    const before = JSON.stringify(this.notes(accountId));
    for (const kind of ['api-key', 'access-token'] as const) {
      const read = await vault.read(accountId, kind);
      if (read.ok) continue;
      this.onKeychain(accountId, read.error);
      return;
    }
    this.onKeychain(accountId, null);
    if (JSON.stringify(this.notes(accountId)) !== before) this.changed();
  }
}

/** The known facts about an account's credentials at one instant. */
export type Signs = {
  /** The credential that submitting needs. */
  readonly needed: CredentialKind;
  readonly apiKey: CredentialNote | null;
  readonly accessToken: CredentialNote | null;
  /** The credentials that the service refused. */
  readonly refused: ReadonlySet<CredentialKind>;
  readonly warnings: ReadonlySet<AccountWarning>;
  /** The reason why the keychain cannot be read; null if it can. */
  readonly keychain: Failure | null;
  /** The address or the paying token is unreadable. */
  readonly isDamaged: boolean;
};

/** The app announces the end of a token this many milliseconds before. */
export const WARN_BEFORE_MS = 10 * 60_000;

/** Returns the worst problem that prevents an account from submitting now or soon. `now` in epoch milliseconds. */
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

/** Returns the next instant (epoch milliseconds) at which time alone changes the result; infinity if there is none. */
export function nextChange(expiresAt: string | null, now: number): number {
  if (expiresAt === null) return Number.POSITIVE_INFINITY;
  const end = Date.parse(expiresAt);
  return [end - WARN_BEFORE_MS, end].find((instant) => instant > now) ?? Number.POSITIVE_INFINITY;
}
