export { recordHandlers } from './calls.ts';
export { Records } from './records.ts';
export { startEngine } from './records-thread.ts';
export type { Hit } from './search.ts';
