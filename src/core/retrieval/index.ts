export { type RetrievalHandlerParts, Retrievals, type RetrievalsParts, retrievalHandlers } from './retrievals.ts';
