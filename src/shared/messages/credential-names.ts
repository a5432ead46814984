import type { CredentialKind } from '../bridge/accounts.ts';

/** As they stand in a sentence. */
export const credentialNames: Readonly<Record<CredentialKind, string>> = {
  'api-key': 'API key',
  'access-token': 'access token',
};
