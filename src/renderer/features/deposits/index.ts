import { deferred } from '../../ui/deferred.tsx';

export { DepositBadge } from './DepositBadge.tsx';

export const DepositScreen = deferred(async () => (await import('../../after-first-view.ts')).DepositScreen);
