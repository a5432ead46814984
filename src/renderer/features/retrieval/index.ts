export { GetBackButton } from './GetBackButton.tsx';
export { retrievalOf, type Wanted } from './retrieval-of.ts';
export { listenForRetrievals } from './retrieval-state.ts';
