export type { AccountQueue } from './account-queue.ts';
export { createAccountStore } from './account-store.ts';
export { type Accounts, type AccountsParts, openAccounts } from './accounts.ts';
export { createCredentialRecords, distrustCredentials, openKeytarKeychain, openVault } from './credentials/index.ts';
export { type PracticeHost, startPracticeService } from './practice-account.ts';
