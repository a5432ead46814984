export { AccountPolling, mayBeCharged } from './account-polling.ts';
export { Balances } from './balances.ts';
export type { FeesSince } from './baseline.ts';
export { type BalanceHandlerParts, balanceHandlers } from './calls.ts';
export { oldestRecord } from './oldest-record.ts';
export { type TokenReading, Tokens } from './tokens.ts';
