export { GetBackButton } from './GetBackButton.tsx';
export { retrievalOf, type Wanted } from './retrieval-of.ts';
export { listenForRetrievals, useRetrievals } from './retrieval-state.ts';
