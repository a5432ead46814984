export { createAccountStore } from './account-store.ts';
export { type Accounts, openAccounts } from './accounts.ts';
export { type PracticeHost, startPracticeService } from './practice-account.ts';
