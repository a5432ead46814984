export { createLookup, type Lookup, type LookupParts } from './lookup.ts';
