import { deferred } from '../../ui/deferred.tsx';

export { ProblemBanner } from './AccountProblem.tsx';
export { ColourDot } from './Colour.tsx';
export { openAccountDialog } from './dialogs/account-dialogs.ts';

export const AccountsScreen = deferred(async () => (await import('../../after-first-view.ts')).AccountsScreen);
export const AccountDialogs = deferred(async () => (await import('../../after-first-view.ts')).AccountDialogs);
