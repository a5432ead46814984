import type { CredentialKind } from '../../shared/bridge/accounts.ts';
import type { Failure } from '../../shared/bridge/failure.ts';
import type { Credentials } from '../service/index.ts';
import type { StoredAccount } from './account-store.ts';
import type { Vault } from './credentials/index.ts';
import { type Addresses, originFor } from './origins.ts';

export type SecretsParts = {
  readonly find: (accountId: string) => StoredAccount | null;
  readonly vault: Vault;
  readonly practice: { readonly url: () => string | null; readonly credentials: Credentials };
  /** The keychain answered (null), or why it did not. */
  readonly onKeychain: (accountId: string, failure: Failure | null) => void;
};

/**
 * Reads an account's secrets at the moment of a request that goes to `target`. Each secret is bound to an origin: one
 * whose origin is no longer, or never was, that of `target` is not given. What can't be read is null.
 */
export function createSecretReader({ find, vault, practice, onKeychain }: SecretsParts) {
  // Requests that begin together share one look into the keychain.
  const underWay = new Map<string, Promise<Credentials>>();

  const addressesOf = (account: StoredAccount): Addresses =>
    account.kind === 'practice' ? { address: practice.url(), submitAddress: null } : account;

  const isFor = (kind: CredentialKind, accountId: string, target: Addresses): boolean => {
    const account = find(accountId);
    const origin = account === null ? null : originFor(kind, addressesOf(account));
    return origin !== null && origin === originFor(kind, target);
  };

  const read = async (accountId: string): Promise<Credentials> => {
    const [apiKey, accessToken] = await Promise.all([
      vault.read(accountId, 'api-key'),
      vault.read(accountId, 'access-token'),
    ]);
    onKeychain(accountId, apiKey.ok ? (accessToken.ok ? null : accessToken.error) : apiKey.error);
    return { apiKey: apiKey.ok ? apiKey.value : null, accessToken: accessToken.ok ? accessToken.value : null };
  };

  const readTogether = (accountId: string): Promise<Credentials> => {
    const account = find(accountId);
    // What is being read for an address that the account has left is not shared with requests to its new one.
    const key = JSON.stringify([accountId, account?.address, account?.submitAddress]);
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const reading = read(accountId).finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  };

  return async (accountId: string, target: Addresses): Promise<Credentials> => {
    const isForBoth = (): readonly boolean[] => [
      isFor('api-key', accountId, target),
      isFor('access-token', accountId, target),
    ];
    const [keyBefore, tokenBefore] = isForBoth();
    const secrets = find(accountId)?.kind === 'practice' ? practice.credentials : await readTogether(accountId);
    // Asked before and after reading: the account may have moved meanwhile, and what was read be meant for the other
    // of its addresses.
    const [keyAfter, tokenAfter] = isForBoth();
    return {
      apiKey: keyBefore && keyAfter ? secrets.apiKey : null,
      accessToken: tokenBefore && tokenAfter ? secrets.accessToken : null,
    };
  };
}
