export { AccountDialogs } from './AccountDialogs.tsx';
export { AccountsScreen } from './AccountsScreen.tsx';
export { openAccountDialog } from './account-dialogs.ts';
export { ColourDot } from './ColourDot.tsx';
export { callOrTell } from './commands.ts';
export { TroubleBanner } from './TroubleBanner.tsx';
