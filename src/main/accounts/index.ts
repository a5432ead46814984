export { createAccountStore, payingTokens } from './account-store.ts';
export { type Accounts, type AccountsParts, openAccounts } from './accounts.ts';
export { type AskedAccount, accountLines } from './asked-account.ts';
export { type AccountCallParts, accountCalls } from './calls.ts';
export { createCredentialRecords, distrustCredentials, openKeytarKeychain, openVault } from './credentials/index.ts';
export { type PracticeHost, startPracticeService } from './practice-account.ts';
