export { type LookupCallParts, lookupCalls, lookupFileCalls } from './calls.ts';
export { createLookup, type Lookup, type LookupParts } from './lookup.ts';
