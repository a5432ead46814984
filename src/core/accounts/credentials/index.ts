export { credentialKinds, factsOf, type GivenSecret, jwtExpiry, type SecretKind, secretKinds } from './credential.ts';
export { CredentialStatus } from './credential-status.ts';
export { CredentialStore, distrustCredentials } from './credential-store.ts';
export { type Keychain, type KeychainFailure, missingKeychain } from './keychain.ts';
export { KeytarKeychain } from './keytar-keychain.ts';
export { NoKeychain } from './no-keychain.ts';
export { nothingPasted, type PastedSecrets, pastedBy, readSecret, readSecrets } from './pasted-secrets.ts';
export { UserComparison } from './user-comparison.ts';
export { Vault } from './vault.ts';
