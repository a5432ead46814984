export { type RecordHandlerParts, recordHandlers } from './calls.ts';
export { type CheckedList, Records } from './records.ts';
export { startEngine } from './records-thread.ts';
export { findFolded, nameWords } from './search/name-folding.ts';
export type { Hit } from './search/search.ts';
export { mostKept } from './thread/kept-limits.ts';
