export { BalancesBadge } from './BalancesBadge.tsx';
export { BalancesScreen } from './BalancesScreen.tsx';
export { connectBalances, useBalances } from './balances-store.ts';
export { useFreshBalances } from './use-refresh.ts';
