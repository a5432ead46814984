import { deferred } from '../../ui/deferred.tsx';

export { openVerify, verifyOpened } from './verify-state.ts';

export const VerifyScreen = deferred(async () => (await import('../../after-first-view.ts')).VerifyScreen);
