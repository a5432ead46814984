import { deferred } from '../../ui/deferred.tsx';

export const SpendingScreen = deferred(async () => (await import('../../after-first-view.ts')).SpendingScreen);
