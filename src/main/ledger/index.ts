export { createRecordStore, type RecordStore } from './record-store.ts';
export { createTokenBook, type TokenBook } from './token-book.ts';
