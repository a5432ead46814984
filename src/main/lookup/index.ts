export { type LookupHandlerParts, lookupHandlers } from './calls.ts';
export { createLookup, type Lookup, type LookupParts } from './lookup.ts';
