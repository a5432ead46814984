export { AssemblyThread } from './assembly-thread.ts';
export { ByteSource } from './bytes.ts';
export { RetrievalStore } from './retrieval-store.ts';
export { Retrievals, retrievalHandlers } from './retrievals.ts';
export { type Downloads, RetrievalRun } from './run.ts';
export { wantedFrom } from './wanted.ts';
