import type { CredentialKind, SubmitBy } from '../../shared/bridge/accounts.ts';
import type { Connection, Credentials, RateLimiter, RateLimiters } from '../service/index.ts';
import type { AccountStore, StoredAccount } from './account-store.ts';
import { type Addresses, originFor } from './addresses.ts';
import type { CredentialStatus } from './credential-status.ts';
import type { PracticeHost } from './practice-account.ts';
import type { Vault } from './vault.ts';

/** The address that receives an account's submissions, and the credential or token that pays. */
export type Destination = { readonly connection: Connection; readonly submitBy: SubmitBy };

type ConnectionsParts = Omit<AccountSecretsParts, 'status'> & {
  readonly store: Pick<AccountStore, 'find'>;
  readonly practice: PracticeHost;
  readonly status: CredentialStatus;
  readonly rateLimiters: RateLimiters;
  readonly now: () => number;
};

/** Makes the connections to accounts, and caches what every submission needs of them. */
export class Connections {
  readonly #parts: ConnectionsParts;
  readonly #secrets: AccountSecrets;
  readonly #destinations = new Map<string, { readonly value: Destination | null; readonly until: number }>();
  readonly #submitBy = new Map<string, { readonly value: SubmitBy | null; readonly until: number }>();
  /** The account's revision (`CredentialStatus`) at the time when each connection was made. */
  readonly #revisions = new WeakMap<Connection, number>();

  constructor(parts: ConnectionsParts) {
    this.#parts = parts;
    this.#secrets = new AccountSecrets(parts);
  }

  /** Returns null until the practice service runs. Does not start it. */
  addressOf(account: StoredAccount): string | null {
    return account.kind === 'practice' ? this.#parts.practice.url() : account.address;
  }

  /** Returns the network node set for the account; the practice account has its own. */
  nodeAddressOf(account: StoredAccount): string | null {
    return account.kind === 'practice' ? this.#parts.practice.nodeUrl() : account.nodeAddress;
  }

  /**
   * Returns the connection of an account even if it has a problem. Null if the account is unknown or damaged, or while
   * its practice service starts. Starts the practice service if it does not run.
   */
  to(accountId: string): Connection | null {
    const account = this.#parts.store.find(accountId);
    return account === null ? null : this.#connect(account);
  }

  /** Like `to`, but waits until the practice service runs. */
  async reach(accountId: string): Promise<Connection | null> {
    if (this.#parts.store.find(accountId)?.kind === 'practice') await this.#parts.practice.start();
    return this.to(accountId);
  }

  /**
   * Returns the account's current way of submitting; null while something blocks it. Does not start the practice
   * service.
   */
  submitBy(accountId: string): SubmitBy | null {
    const { store, status, now } = this.#parts;
    const cached = this.#submitBy.get(accountId);
    if (cached !== undefined && cached.until > now()) return cached.value;
    const account = store.find(accountId);
    if (account === null) return null;
    const isBlocked = status.trouble(account)?.blocks === true || account.isDamaged === true;
    const value = isBlocked ? null : account.submitBy;
    this.#submitBy.set(accountId, { value, until: status.nextChange(accountId) });
    return value;
  }

  /**
   * Returns the address and the way of submitting for an account; null while something blocks it. Starts the practice
   * service like `to`.
   */
  destination(accountId: string): Destination | null {
    const { store, status, now } = this.#parts;
    const cached = this.#destinations.get(accountId);
    if (cached !== undefined && cached.until > now()) return cached.value;
    const account = store.find(accountId);
    if (account === null) return null;
    const connection = status.trouble(account)?.blocks === true ? null : this.#connect(account);
    const value = connection === null ? null : { connection, submitBy: account.submitBy };
    // Null is not cached for the practice account: its service may run at the next call without an event.
    if (connection !== null || account.kind === 'service') {
      this.#destinations.set(accountId, { value, until: status.nextChange(accountId) });
    }
    return value;
  }

  rateLimiter(accountId: string): RateLimiter {
    return this.#parts.rateLimiters.of(accountId, this.#parts.store.find(accountId)?.submitBy.variant ?? 'api-key');
  }

  /** Reads the secrets for requests to `target`. */
  secrets(accountId: string, target: Addresses): Promise<Credentials> {
    return this.#secrets.read(accountId, target);
  }

  /** Call if a request over `connection` failed because the credential was missing or refused. */
  onRefused(accountId: string, code: 'unauthorised' | 'credential-missing', connection: Connection): void {
    const account = this.#parts.store.find(accountId);
    if (account !== null) this.#parts.status.onRefused(account, code, this.#revisions.get(connection));
  }

  /** Clears everything derived from accounts and their credentials. */
  changed(): void {
    this.#destinations.clear();
    this.#submitBy.clear();
  }

  #connect(account: StoredAccount): Connection | null {
    const { status, practice } = this.#parts;
    const address = this.addressOf(account);
    if (address === null && account.kind === 'practice') void practice.start();
    if (address === null || account.isDamaged === true) return null;
    const target: Addresses = { address, submitAddress: account.submitAddress };
    const revision = status.revision(account.id);
    const connection: Connection = {
      baseUrl: address,
      submitBaseUrl: account.submitAddress,
      paths: {
        userFamily: null,
        requestFunds: account.requestFundsPath ?? account.found.requestFunds,
        tokenMap: account.tokenMapPath ?? account.found.tokenMap,
      },
      credentials: () => this.secrets(account.id, target),
      rateLimiter: (kind) => this.#parts.rateLimiters.of(account.id, kind),
      // The practice account's secrets change at every start, and the user cannot replace them, so no warning is
      // useful.
      ...(account.kind === 'service'
        ? { onSecretEchoed: () => status.onWarning(account.id, 'secret-echoed', revision) }
        : {}),
      onDate: (date) => status.onDate(address, date),
      areListsPaused: () => status.areListsPaused(account.id),
      onListCrash: () => status.onWarning(account.id, 'lists-rest', revision),
    };
    this.#revisions.set(connection, revision);
    return connection;
  }
}

/** After this time the account shows that a request waits for the keychain. */
const KEYCHAIN_SLOW_MS = 3_000;

type AccountSecretsParts = {
  readonly store: Pick<AccountStore, 'find'>;
  readonly vault: Pick<Vault, 'read'>;
  readonly practice: Pick<PracticeHost, 'url' | 'credentials'>;
  readonly status: Pick<CredentialStatus, 'onKeychain'>;
};

/**
 * Reads an account's secrets when a request needs them. Each secret belongs to one origin. A secret is null if the
 * request's target has another origin, or if it cannot be read.
 */
export class AccountSecrets {
  readonly #parts: AccountSecretsParts;
  /** Simultaneous requests share one read of the keychain. */
  readonly #pendingReads = new Map<string, Promise<Credentials>>();

  constructor(parts: AccountSecretsParts) {
    this.#parts = parts;
  }

  async read(accountId: string, target: Addresses): Promise<Credentials> {
    const { store, practice } = this.#parts;
    const before = this.#mayReceive(accountId, target);
    const isPractice = store.find(accountId)?.kind === 'practice';
    const secrets = isPractice ? practice.credentials : await this.#readOnce(accountId);
    // Checked before and after the read: if the account moved meanwhile, the secret may belong to its other address.
    const after = this.#mayReceive(accountId, target);
    return {
      apiKey: before['api-key'] && after['api-key'] ? secrets.apiKey : null,
      accessToken: before['access-token'] && after['access-token'] ? secrets.accessToken : null,
    };
  }

  /** Tells for each credential if `target` has the origin that it belongs to. */
  #mayReceive(accountId: string, target: Addresses): Readonly<Record<CredentialKind, boolean>> {
    const account = this.#parts.store.find(accountId);
    const addresses: Addresses | null =
      account?.kind === 'practice' ? { address: this.#parts.practice.url(), submitAddress: null } : account;
    const isFor = (kind: CredentialKind): boolean => {
      const origin = addresses === null ? null : originFor(kind, addresses);
      return origin !== null && origin === originFor(kind, target);
    };
    return { 'api-key': isFor('api-key'), 'access-token': isFor('access-token') };
  }

  #readOnce(accountId: string): Promise<Credentials> {
    const account = this.#parts.store.find(accountId);
    // The key contains the addresses: a read for the old address must not serve requests to the new one.
    const key = JSON.stringify([accountId, account?.address, account?.submitAddress]);
    const running = this.#pendingReads.get(key);
    if (running !== undefined) return running;
    const pending = this.#readVault(accountId).finally(() => this.#pendingReads.delete(key));
    this.#pendingReads.set(key, pending);
    return pending;
  }

  async #readVault(accountId: string): Promise<Credentials> {
    const { vault, status } = this.#parts;
    const slow = setTimeout(() => status.onKeychain(accountId, { code: 'keychain-unanswering' }), KEYCHAIN_SLOW_MS);
    const [apiKey, accessToken] = await Promise.all([
      vault.read(accountId, 'api-key'),
      vault.read(accountId, 'access-token'),
    ]).finally(() => clearTimeout(slow));
    status.onKeychain(accountId, apiKey.ok ? (accessToken.ok ? null : accessToken.error) : apiKey.error);
    return { apiKey: apiKey.ok ? apiKey.value : null, accessToken: accessToken.ok ? accessToken.value : null };
  }
}
