export { AccountPolling, mayHaveUnrecordedCharge } from './account-polling.ts';
export type { FeesSince } from './balance-watch.ts';
export { Balances } from './balances.ts';
export { type BalanceHandlerParts, balanceHandlers } from './calls.ts';
export { type TokenReading, Tokens } from './tokens.ts';
