export { DepositBadge, DepositScreen } from './DepositScreen.tsx';
