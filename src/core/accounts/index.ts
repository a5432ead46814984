export { AccountStore, payingTokens } from './account-store.ts';
export { Accounts, type AccountsParts } from './accounts.ts';
export { type AccountHandlerParts, accountHandlers } from './calls.ts';
export type { Destination } from './connections/connections.ts';
export { CredentialStore, distrustCredentials, KeytarKeychain, NoKeychain, Vault } from './credentials/index.ts';
export { PracticeThread } from './practice-account.ts';
