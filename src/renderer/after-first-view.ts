/** All code that the first view does not need, in one file. Separate chunks would share many small files. */
import './app/without-eval.ts';

export { AccountMenu } from './app/AccountMenu.tsx';
export { Notices } from './app/Notices.tsx';
export { AboutDialog } from './features/about/AboutDialog.tsx';
export { AccountDialogs } from './features/accounts/AccountDialogs.tsx';
export { AccountsScreen } from './features/accounts/AccountsScreen.tsx';
export { CredentialForm } from './features/accounts/CredentialForm.tsx';
export { BalancesScreen } from './features/balances/BalancesScreen.tsx';
export { DepositScreen } from './features/deposits/DepositScreen.tsx';
export { DiagnosticsDialog, DiagnosticsSection } from './features/diagnostics/Diagnostics.tsx';
export { LookupScreen } from './features/lookup/LookupScreen.tsx';
export { PreferencesScreen } from './features/preferences/PreferencesScreen.tsx';
export { Tray } from './features/retrieval/Tray.tsx';
export { ShortcutsDialog } from './features/shortcuts/ShortcutsDialog.tsx';
export { SpendingScreen } from './features/spending/SpendingScreen.tsx';
export { Finder } from './features/spotlight/Finder.tsx';
export { DropDialog } from './features/submit/DropDialog.tsx';
export { PassphraseDialog } from './features/submit/PassphraseDialog.tsx';
export { Queue } from './features/submit/Queue.tsx';
export { FirstLimits, SettingsPopover } from './features/submit/SettingsForm.tsx';
export { UpdateNotice } from './features/updates/Updates.tsx';
export { VerifyScreen } from './features/verify/VerifyScreen.tsx';
