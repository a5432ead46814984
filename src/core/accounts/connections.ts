import type { ServiceKind } from '../../shared/account.ts';
import type { AccountProblem, CredentialKind, SubmitBy } from '../../shared/bridge/accounts.ts';
import type { Connection, Credentials, RateLimiter, RateLimiters } from '../service/index.ts';
import type { AccountStore, StoredAccount } from './account-store.ts';
import { type Addresses, originFor } from './addresses.ts';
import type { CredentialStatus } from './credential-status.ts';
import type { PracticeHost } from './practice-account.ts';
import type { Vault } from './vault.ts';

/** The address that receives an account's submissions, and the credential or token that pays. */
export type Destination = { readonly connection: Connection; readonly submitBy: SubmitBy };

/** Makes the connections to accounts, and caches what every submission needs of them. */
export class Connections {
  readonly #store: AccountStore;
  readonly #vault: Vault;
  readonly #practice: PracticeHost;
  readonly #status: CredentialStatus;
  readonly #rateLimiters: RateLimiters;
  readonly #destinations = new Map<string, Destination | null>();
  readonly #submitBy = new Map<string, SubmitBy | null>();
  /** The account's revision (`CredentialStatus`) at the time when each connection was made. */
  readonly #revisions = new WeakMap<Connection, number>();
  /** Simultaneous requests share one read of the keychain. */
  readonly #pendingReads = new Map<string, Promise<Credentials>>();

  constructor(
    store: AccountStore,
    vault: Vault,
    practice: PracticeHost,
    status: CredentialStatus,
    rateLimiters: RateLimiters,
  ) {
    this.#store = store;
    this.#vault = vault;
    this.#practice = practice;
    this.#status = status;
    this.#rateLimiters = rateLimiters;
  }

  /** Returns null until the practice service runs. Does not start it. */
  addressOf(account: StoredAccount): string | null {
    return account.kind === 'practice' ? this.#practice.url() : account.address;
  }

  /** Returns the network node set for the account; the practice account has its own. */
  nodeAddressOf(account: StoredAccount): string | null {
    return account.kind === 'practice' ? this.#practice.nodeUrl() : account.nodeAddress;
  }

  /**
   * Returns the connection of an account even if it has a problem. Null if the account is unknown or damaged, or while
   * its practice service starts. Starts the practice service if it does not run.
   */
  to(accountId: string): Connection | null {
    const account = this.#store.find(accountId);
    return account === null ? null : this.#connect(account);
  }

  /** Like `to`, but waits until the practice service runs. */
  async reach(accountId: string): Promise<Connection | null> {
    if (this.#store.find(accountId)?.kind === 'practice') await this.#practice.start();
    return this.to(accountId);
  }

  /**
   * Returns the account's current way of submitting; null while something blocks it. Does not start the practice
   * service.
   */
  submitBy(accountId: string): SubmitBy | null {
    const cached = this.#submitBy.get(accountId);
    if (cached !== undefined) return cached;
    const account = this.#store.find(accountId);
    if (account === null) return null;
    const value = this.#status.trouble(account)?.blocks === true ? null : account.submitBy;
    this.#submitBy.set(accountId, value);
    return value;
  }

  /**
   * Returns the address and the way of submitting for an account; null while something blocks it. Starts the practice
   * service like `to`.
   */
  destination(accountId: string): Destination | null {
    const cached = this.#destinations.get(accountId);
    if (cached !== undefined) return cached;
    const account = this.#store.find(accountId);
    if (account === null) return null;
    const connection = this.#status.trouble(account)?.blocks === true ? null : this.#connect(account);
    const value = connection === null ? null : { connection, submitBy: account.submitBy };
    // Null is not cached for the practice account: its service may run at the next call without an event.
    if (connection !== null || account.kind === 'service') this.#destinations.set(accountId, value);
    return value;
  }

  /** The problem of an account, which may keep it from submitting; null if there is none. */
  problem(accountId: string): AccountProblem | null {
    const account = this.#store.find(accountId);
    return account && this.#status.trouble(account);
  }

  /** True if nothing real is spent with the account. */
  isPractice(accountId: string): boolean {
    return this.#store.find(accountId)?.kind === 'practice';
  }

  /** The address of a service's account. Null for the practice account, whose service is on this computer only. */
  serviceAddress(accountId: string): string | null {
    const account = this.#store.find(accountId);
    return account?.kind === 'service' ? account.address : null;
  }

  hasCredits(accountId: string): boolean {
    return this.#store.find(accountId)?.serviceKind === 'credits';
  }

  /** True if the account's lists always contain all that it submitted. */
  isTrusted(accountId: string): boolean {
    return this.isPractice(accountId);
  }

  rateLimiter(accountId: string): RateLimiter {
    return this.#rateLimiters.of(accountId, this.#store.find(accountId)?.submitBy.variant ?? 'api-key');
  }

  /** Call if a request over `connection` failed because the credential was missing or refused. */
  onRefused(accountId: string, code: 'unauthorised' | 'credential-missing', connection: Connection): void {
    const account = this.#store.find(accountId);
    if (account !== null) this.#status.onRefused(account, code, this.#revisions.get(connection));
  }

  /** Clears everything derived from accounts and their credentials. */
  changed(): void {
    this.#destinations.clear();
    this.#submitBy.clear();
  }

  #connect(account: StoredAccount): Connection | null {
    const address = this.addressOf(account);
    if (address === null && account.kind === 'practice') void this.#practice.start();
    if (address === null || account.isDamaged === true) return null;
    const target: Addresses = { address, submitAddress: account.submitAddress };
    const revision = this.#status.revision(account.id);
    const connection: Connection = {
      baseUrl: address,
      submitBaseUrl: account.submitAddress,
      serviceKind: account.serviceKind,
      appId: account.appId,
      credentials: () => this.#secrets(account.id, target),
      rateLimiter: (kind) => this.#rateLimiters.of(account.id, kind),
      onServiceKind: (kind) => void this.#onServiceKind(account.id, kind, revision),
      // The practice account's secrets change at every start, and the user cannot replace them, so no warning is
      // useful.
      ...(account.kind === 'service'
        ? { onSecretEchoed: () => this.#status.onSecretEchoed(account.id, revision) }
        : {}),
    };
    this.#revisions.set(connection, revision);
    return connection;
  }

  /** Ignores answers of an address that the account has left. If the kind cannot be stored, it is learnt again. */
  async #onServiceKind(accountId: string, kind: ServiceKind | null, revision: number): Promise<void> {
    if (this.#store.find(accountId)?.serviceKind === kind || this.#status.revision(accountId) !== revision) return;
    await this.#store.setServiceKind(accountId, kind).catch(() => undefined);
    this.#status.changed();
  }

  /**
   * Reads an account's secrets when a request needs them. Each secret belongs to one origin. A secret is null if
   * `target` has another origin, or if it cannot be read.
   */
  async #secrets(accountId: string, target: Addresses): Promise<Credentials> {
    const before = this.#mayReceive(accountId, target);
    const isPractice = this.#store.find(accountId)?.kind === 'practice';
    const secrets = isPractice ? this.#practice.credentials : await this.#readOnce(accountId);
    // Checked before and after the read: if the account moved meanwhile, the secret may belong to its other address.
    const after = this.#mayReceive(accountId, target);
    return {
      apiKey: before['api-key'] && after['api-key'] ? secrets.apiKey : null,
      accessToken: before['access-token'] && after['access-token'] ? secrets.accessToken : null,
    };
  }

  /** Returns for each credential if `target` has the origin that it belongs to. */
  #mayReceive(accountId: string, target: Addresses): Readonly<Record<CredentialKind, boolean>> {
    const account = this.#store.find(accountId);
    const addresses: Addresses | null =
      account?.kind === 'practice' ? { address: this.#practice.url(), submitAddress: null } : account;
    const isFor = (kind: CredentialKind): boolean => {
      const origin = addresses === null ? null : originFor(kind, addresses);
      return origin !== null && origin === originFor(kind, target);
    };
    return { 'api-key': isFor('api-key'), 'access-token': isFor('access-token') };
  }

  #readOnce(accountId: string): Promise<Credentials> {
    const account = this.#store.find(accountId);
    // The key contains the addresses: a read for the old address must not serve requests to the new one.
    const key = JSON.stringify([accountId, account?.address, account?.submitAddress]);
    const running = this.#pendingReads.get(key);
    if (running !== undefined) return running;
    const pending = this.#readVault(accountId).finally(() => this.#pendingReads.delete(key));
    this.#pendingReads.set(key, pending);
    return pending;
  }

  async #readVault(accountId: string): Promise<Credentials> {
    const [apiKey, accessToken] = await Promise.all([
      this.#vault.read(accountId, 'api-key'),
      this.#vault.read(accountId, 'access-token'),
    ]);
    this.#status.onKeychain(accountId, apiKey.ok ? (accessToken.ok ? null : accessToken.error) : apiKey.error);
    return { apiKey: apiKey.ok ? apiKey.value : null, accessToken: accessToken.ok ? accessToken.value : null };
  }
}
