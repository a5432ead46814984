export type { FeesSince } from './balance-watch.ts';
export { type BalanceBook, createBalances } from './balances.ts';
export { createDeposits, type DepositBook } from './deposits.ts';
export { createHistory, type History } from './history/index.ts';
export { createLandings, mayBeCharged } from './landings.ts';
export { firstLimit, raisedLimit } from './list-limits.ts';
export { oldestRecord } from './oldest-record.ts';
export { createRecordStore, type RecordStore } from './record-store.ts';
export { createTokenBook, type TokenBook } from './token-book.ts';
