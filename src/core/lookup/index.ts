export { Asking } from './asking.ts';
export { FileLookup } from './file-lookup.ts';
export { Kept } from './kept.ts';
export { Lookup, lookupHandlers, RecentLookups } from './lookup.ts';
