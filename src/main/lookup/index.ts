export { type LookupHandlerParts, lookupHandlers } from './calls.ts';
export { Lookup, type LookupParts } from './lookup.ts';
