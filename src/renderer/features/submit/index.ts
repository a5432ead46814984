import type { ComponentProps } from 'react';
import { deferred } from '../../ui/deferred.tsx';

export { FileDrop } from './AddFiles.tsx';
export { chooseFiles } from './commands.ts';
export { takeOpened } from './drop/asked-drops.ts';
export { SubmitBadge, SubmitScreen } from './SubmitScreen.tsx';

export const DropDialog = deferred();
export const PassphraseDialog = deferred();
export const FirstLimits = deferred<ComponentProps<typeof import('./settings/FirstLimits.tsx').FirstLimits>>();
