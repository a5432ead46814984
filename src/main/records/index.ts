export { type RecordHandlerParts, recordHandlers } from './calls.ts';
export type { Hit } from './query/search.ts';
export { type ListAnswer, type ListQuestion, Records, type RecordsParts } from './records.ts';
export { startEngine } from './records-thread.ts';
export { mostKept } from './thread/kept-limits.ts';
export type { OwnFileQueries } from './thread/own-files.ts';
