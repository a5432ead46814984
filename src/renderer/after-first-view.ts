/** The code that the first view does not need, in one chunk: several would be split into many small files. */
// First, because it configures zod.
import './app/without-eval.ts';

export { AccountMenu } from './app/AccountMenu.tsx';
export { AccountsScreen } from './features/accounts/AccountsScreen.tsx';
export { CredentialForm } from './features/accounts/CredentialForm.tsx';
export { BalancesScreen } from './features/balances/BalancesScreen.tsx';
export { DepositScreen } from './features/deposits/DepositScreen.tsx';
export { LookupScreen } from './features/lookup/LookupScreen.tsx';
export { PreferencesScreen } from './features/preferences/PreferencesScreen.tsx';
export { SpendingScreen } from './features/spending/SpendingScreen.tsx';
export { Finder } from './features/spotlight/Finder.tsx';
export { Queue } from './features/submit/Queue.tsx';
export { SettingsPopover } from './features/submit/SettingsForm.tsx';
export { VerifyScreen } from './features/verify/VerifyScreen.tsx';
export { Overlays } from './Overlays.tsx';
