export { AccountPolling } from './account-polling.ts';
export { Balances } from './balances.ts';
export { type BalanceHandlerParts, balanceHandlers } from './calls.ts';
export { Tokens } from './tokens.ts';
