export { Retrievals, type RetrievalsParts, retrievalHandlers } from './retrievals.ts';
