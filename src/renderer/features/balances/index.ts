export { BalancesBadge, BalancesScreen } from './BalancesScreen.tsx';
export { useBalances, useFreshBalances } from './use-balances.ts';
