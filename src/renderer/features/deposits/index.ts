export { DepositBadge } from './DepositBadge.tsx';
export { DepositScreen } from './DepositScreen.tsx';
export { connectDeposits } from './deposits-store.ts';
