export { lookupHandlers } from './calls.ts';
export { Lookup } from './lookup.ts';
