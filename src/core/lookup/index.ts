export { type LookupHandlerParts, lookupHandlers } from './calls.ts';
export { Lookup } from './lookup.ts';
