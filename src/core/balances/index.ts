export { AccountPolling } from './account-polling.ts';
export { Balances, type FeesSince } from './balances.ts';
export { type BalanceHandlerParts, balanceHandlers } from './calls.ts';
export { type TokenReading, Tokens } from './tokens.ts';
