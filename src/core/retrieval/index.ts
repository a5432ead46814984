export { type RetrievalHandlerParts, retrievalHandlers } from './calls.ts';
export { Retrievals, type RetrievalsParts } from './retrievals.ts';
