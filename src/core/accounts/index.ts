export { AccountStore, payingTokens } from './account-store.ts';
export { Accounts, accountHandlers } from './accounts.ts';
export type { Destination } from './connections.ts';
export { type Keychain, NoKeychain } from './keychain.ts';
export { KeytarKeychain } from './keytar-keychain.ts';
export { PracticeThread } from './practice-account.ts';
export { CredentialStore, distrustCredentials, Vault } from './vault.ts';
