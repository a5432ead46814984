export { type DepositHandlerParts, depositHandlers } from './calls.ts';
export { distrustDeposits } from './deposit-store.ts';
export { Deposits } from './deposits.ts';
