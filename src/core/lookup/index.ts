export { Lookup, lookupHandlers } from './lookup.ts';
