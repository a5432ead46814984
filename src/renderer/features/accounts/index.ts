import { deferred } from '../../ui/deferred.tsx';

export { ProblemBanner } from './AccountProblem.tsx';
export { openAccountDialog } from './account-dialogs.ts';
export { ColourDot } from './Colour.tsx';

export const AccountsScreen = deferred(async () => (await import('../../after-first-view.ts')).AccountsScreen);
