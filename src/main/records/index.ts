export { type RecordHandlerParts, recordHandlers } from './calls.ts';
export { findFolded, nameWords } from './query/name-folding.ts';
export type { Hit } from './query/search.ts';
export { type ListAnswer, Records } from './records.ts';
export { startEngine } from './records-thread.ts';
export { mostKept } from './thread/kept-limits.ts';
