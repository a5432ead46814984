import type { CredentialKind } from '../bridge/accounts.ts';

/** As they stand in a sentence. */
export const credentialNames: Readonly<Record<CredentialKind, string>> = {
  'api-key': 'API key',
  'access-token': 'access token',
};

/** As they stand in the system's keychain. */
export const secretNames = {
  ...credentialNames,
  passphrase: 'passphrase of private files',
  identity: 'secret key of private files',
} as const;
