export { ProblemBanner } from './AccountProblem.tsx';
export { AccountsScreen } from './AccountsScreen.tsx';
export { ColourDot } from './Colour.tsx';
export { AccountDialogs } from './dialogs/AccountDialogs.tsx';
export { openAccountDialog } from './dialogs/account-dialogs.ts';
