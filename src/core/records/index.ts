export { recordHandlers } from './calls.ts';
export { findFolded, nameWords } from './name-folding.ts';
export { type CheckedList, Records } from './records.ts';
export { startEngine } from './records-thread.ts';
export type { Hit } from './search.ts';
