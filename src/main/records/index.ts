export { type RecordHandlerParts, recordHandlers } from './calls.ts';
export { createExpenditureLists, ListHistory } from './expenditure-list.ts';
export { firstLimit, raisedLimit } from './list-limits.ts';
export { createRecordStore, type RecordStore } from './record-store.ts';
export { createHistory, type History, type HistoryParts } from './records.ts';
