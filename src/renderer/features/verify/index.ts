import { deferred } from '../../ui/deferred.tsx';

export { checkAgainst, checkOverlay } from './check-state.ts';
export { openVerify, verifyOpened } from './commands.ts';

export const CheckDialog = deferred(async () => (await import('../../after-first-view.ts')).CheckDialog);
export const VerifyScreen = deferred(async () => (await import('../../after-first-view.ts')).VerifyScreen);
