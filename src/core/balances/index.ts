export { AccountPolling } from './account-polling.ts';
export { Balances } from './balances.ts';
export { balanceHandlers } from './calls.ts';
export { Tokens } from './tokens.ts';
