import { deferred } from '../../ui/deferred.tsx';

export { BalancesBadge } from './BalancesBadge.tsx';
export { useBalances, useFreshBalances } from './use-balances.ts';

export const BalancesScreen = deferred(async () => (await import('../../after-first-view.ts')).BalancesScreen);
