import type { CredentialKind } from '../../../shared/bridge/accounts.ts';
import type { Credentials } from '../../service/index.ts';
import type { AccountStore } from '../account-store.ts';
import { type Addresses, originFor } from '../addresses.ts';
import type { CredentialStatus, Vault } from '../credentials/index.ts';
import type { PracticeHost } from '../practice-account.ts';

export type AccountSecretsParts = {
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

  /** The secrets for requests to `target`, read now. */
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
    const [apiKey, accessToken] = await Promise.all([
      vault.read(accountId, 'api-key'),
      vault.read(accountId, 'access-token'),
    ]);
    status.onKeychain(accountId, apiKey.ok ? (accessToken.ok ? null : accessToken.error) : apiKey.error);
    return { apiKey: apiKey.ok ? apiKey.value : null, accessToken: accessToken.ok ? accessToken.value : null };
  }
}
