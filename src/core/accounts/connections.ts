import type { CredentialKind, SubmitBy } from '../../shared/bridge/accounts.ts';
import type { Connection, Credentials, RateLimiter, RateLimiters } from '../service/index.ts';
import type { AccountStore, StoredAccount } from './account-store.ts';
import { type Addresses, originFor } from './addresses.ts';
import type { CredentialStatus } from './credential-status.ts';
import type { PracticeHost } from './practice-account.ts';
import type { Vault } from './vault.ts';

export type Destination = { readonly connection: Connection; readonly submitBy: SubmitBy };

type ConnectionsParts = Omit<AccountSecretsParts, 'status'> & {
  readonly store: Pick<AccountStore, 'find'>;
  readonly practice: PracticeHost;
  readonly status: CredentialStatus;
  readonly rateLimiters: RateLimiters;
  readonly now: () => number;
};

export class Connections {
  readonly #parts: ConnectionsParts;
  readonly #secrets: AccountSecrets;
  readonly #destinations = new Map<string, { readonly value: Destination | null; readonly until: number }>();
  readonly #waysOfSubmitting = new Map<string, { readonly value: SubmitBy | null; readonly until: number }>();
  /** Of an account's credentials and addresses, as each connection was made with them. */
  readonly #revisions = new WeakMap<Connection, number>();

  constructor(parts: ConnectionsParts) {
    this.#parts = parts;
    this.#secrets = new AccountSecrets(parts);
  }

  /** Null until the practice service is up. Nobody starts it by asking this. */
  addressOf(account: StoredAccount): string | null {
    return account.kind === 'practice' ? this.#parts.practice.url() : account.address;
  }

  /** The node of the network that a person has named for it; the practice account has its own. */
  nodeAddressOf(account: StoredAccount): string | null {
    return account.kind === 'practice' ? this.#parts.practice.nodeUrl() : account.nodeAddress;
  }

  /**
   * How to reach an account whatever troubles it; null while its practice service starts, or when it is unknown. Who asks is
   * about to reach it: a practice service that nobody has needed yet is started.
   */
  to(accountId: string): Connection | null {
    const account = this.#parts.store.find(accountId);
    return account === null ? null : this.#connect(account);
  }

  /** The same, once the practice service is up. */
  async reach(accountId: string): Promise<Connection | null> {
    if (this.#parts.store.find(accountId)?.kind === 'practice') await this.#parts.practice.start();
    return this.to(accountId);
  }

  /** How an account submits now; null while something keeps it from submitting. Nobody starts a practice service by asking. */
  submitBy(accountId: string): SubmitBy | null {
    const { store, status, now } = this.#parts;
    const known = this.#waysOfSubmitting.get(accountId);
    if (known !== undefined && known.until > now()) return known.value;
    const account = store.find(accountId);
    if (account === null) return null;
    const isKept = status.trouble(account)?.blocks === true || account.isDamaged === true;
    const value = isKept ? null : account.submitBy;
    this.#waysOfSubmitting.set(accountId, { value, until: status.nextChange(accountId) });
    return value;
  }

  /** Where and how to submit for an account now; null while something keeps it from submitting. Starts what `to` starts. */
  destination(accountId: string): Destination | null {
    const { store, status, now } = this.#parts;
    const known = this.#destinations.get(accountId);
    if (known !== undefined && known.until > now()) return known.value;
    const account = store.find(accountId);
    if (account === null) return null;
    const connection = status.trouble(account)?.blocks === true ? null : this.#connect(account);
    const value = connection === null ? null : { connection, submitBy: account.submitBy };
    // The practice service can be up the next time without anybody having said so.
    if (connection !== null || account.kind === 'service') {
      this.#destinations.set(accountId, { value, until: status.nextChange(accountId) });
    }
    return value;
  }

  rateLimiter(accountId: string): RateLimiter {
    return this.#parts.rateLimiters.of(accountId, this.#parts.store.find(accountId)?.submitBy.variant ?? 'api-key');
  }

  /** The secrets for requests to `target`, read now. */
  secrets(accountId: string, target: Addresses): Promise<Credentials> {
    return this.#secrets.read(accountId, target);
  }

  /** A request over `connection` failed for want of a credential that the service takes. */
  onRefused(accountId: string, code: 'unauthorised' | 'credential-missing', connection: Connection): void {
    const account = this.#parts.store.find(accountId);
    if (account !== null) this.#parts.status.onRefused(account, code, this.#revisions.get(connection));
  }

  /** What was derived from accounts and their credentials is void. */
  changed(): void {
    this.#destinations.clear();
    this.#waysOfSubmitting.clear();
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
      // The practice account's are made anew at every start, and nobody can enter others.
      ...(account.kind === 'service'
        ? { onSecretEchoed: () => status.onWarning(account.id, 'secret-echoed', revision) }
        : {}),
      onDate: (date) => status.onDate(address, date),
      listsRest: () => status.listsRest(account.id),
      onListCrash: () => status.onWarning(account.id, 'lists-rest', revision),
    };
    this.#revisions.set(connection, revision);
    return connection;
  }
}

/** How long a request waits for the keychain before its account says so. */
const KEYCHAIN_SLOW_MS = 3_000;

type AccountSecretsParts = {
  readonly store: Pick<AccountStore, 'find'>;
  readonly vault: Pick<Vault, 'read'>;
  readonly practice: Pick<PracticeHost, 'url' | 'credentials'>;
  readonly status: Pick<CredentialStatus, 'onKeychain'>;
};

/**
 * Reads an account's secrets at the moment of a request. Each secret is bound to an origin: one whose origin is no longer,
 * or never was, that of the request's target is not given. What can't be read is null.
 */
export class AccountSecrets {
  readonly #parts: AccountSecretsParts;
  /** Requests that begin together share one look into the keychain. */
  readonly #underWay = new Map<string, Promise<Credentials>>();

  constructor(parts: AccountSecretsParts) {
    this.#parts = parts;
  }

  async read(accountId: string, target: Addresses): Promise<Credentials> {
    const { store, practice } = this.#parts;
    const before = this.#mayBeSent(accountId, target);
    const isPractice = store.find(accountId)?.kind === 'practice';
    const secrets = isPractice ? practice.credentials : await this.#readTogether(accountId);
    // Asked before and after reading: the account may have moved meanwhile, and what was read be meant for the other
    // of its addresses.
    const after = this.#mayBeSent(accountId, target);
    return {
      apiKey: before['api-key'] && after['api-key'] ? secrets.apiKey : null,
      accessToken: before['access-token'] && after['access-token'] ? secrets.accessToken : null,
    };
  }

  #mayBeSent(accountId: string, target: Addresses): Readonly<Record<CredentialKind, boolean>> {
    const account = this.#parts.store.find(accountId);
    const addresses: Addresses | null =
      account?.kind === 'practice' ? { address: this.#parts.practice.url(), submitAddress: null } : account;
    const isFor = (kind: CredentialKind): boolean => {
      const origin = addresses === null ? null : originFor(kind, addresses);
      return origin !== null && origin === originFor(kind, target);
    };
    return { 'api-key': isFor('api-key'), 'access-token': isFor('access-token') };
  }

  #readTogether(accountId: string): Promise<Credentials> {
    const account = this.#parts.store.find(accountId);
    // What is being read for an address that the account has left is not shared with requests to its new one.
    const key = JSON.stringify([accountId, account?.address, account?.submitAddress]);
    const known = this.#underWay.get(key);
    if (known !== undefined) return known;
    const reading = this.#readKept(accountId).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, reading);
    return reading;
  }

  async #readKept(accountId: string): Promise<Credentials> {
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
