export { type CredentialFacts, type CredentialKind, credentialKinds } from './credential.ts';
export { type CredentialRecords, createCredentialRecords, distrustCredentials } from './credential-records.ts';
export type { AccountLabel } from './entry-name.ts';
export { isOfSameUser, jwtExpiry } from './jwt.ts';
export type { Keychain, KeychainFailure, KeychainState } from './keychain.ts';
export { openKeytarKeychain } from './keytar-keychain.ts';
export { type CredentialsDescription, type Kept, openVault, type Vault, type VaultAnswer } from './vault.ts';
