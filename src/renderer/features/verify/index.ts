import { deferred } from '../../ui/deferred.tsx';

export { checkAgainst, checkOverlay } from './check-state.ts';
export { openVerify, verifyOpened } from './commands.ts';

export const CheckDialog = deferred();
export const VerifyScreen = deferred();
