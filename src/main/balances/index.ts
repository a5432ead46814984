export { AccountNews } from './account-news.ts';
export type { FeesSince } from './balance-watch.ts';
export { type BalanceBook, createBalances } from './balances.ts';
export { type BalanceCallParts, balanceCalls } from './calls.ts';
export { createLandings, mayBeCharged } from './landings.ts';
export { oldestRecord } from './oldest-record.ts';
export { createTokenBook, type TokenBook, type TokenReading } from './token-book.ts';
