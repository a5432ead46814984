export { BalancesBadge } from './BalancesBadge.tsx';
export { BalancesScreen } from './BalancesScreen.tsx';
export { useBalances } from './use-balances.ts';
export { useFreshBalances } from './use-refresh.ts';
