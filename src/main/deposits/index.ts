export { type DepositCallParts, depositCalls } from './calls.ts';
export { createDeposits, type DepositBook } from './deposits.ts';
export { distrustDeposits } from './distrust-deposits.ts';
