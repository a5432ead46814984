import type { ComponentProps } from 'react';
import { deferred } from '../../ui/deferred.tsx';

export { ProblemBanner } from './AccountProblem.tsx';
export { ColourDot } from './Colour.tsx';
export { openAccountDialog } from './dialogs/account-dialogs.ts';

export const AccountsScreen = deferred();
export const AccountDialogs = deferred<ComponentProps<typeof import('./dialogs/AccountDialogs.tsx').AccountDialogs>>();
