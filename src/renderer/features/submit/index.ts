import { deferred } from '../../ui/deferred.tsx';

export { FileDrop } from './AddFiles.tsx';
export { chooseFiles } from './commands.ts';
export { takeOpened } from './drop-question.ts';
export { SubmitBadge, SubmitScreen } from './SubmitScreen.tsx';

export const DropDialog = deferred(async () => (await import('../../after-first-view.ts')).DropDialog);
export const PassphraseDialog = deferred(async () => (await import('../../after-first-view.ts')).PassphraseDialog);
export const FirstLimits = deferred(async () => (await import('../../after-first-view.ts')).FirstLimits);
