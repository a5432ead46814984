import { deferred } from '../../ui/deferred.tsx';

export { GetBackButton } from './GetBackButton.tsx';
export { retrievalOf, type Wanted } from './retrieval-of.ts';
export { listenForRetrievals } from './retrieval-state.ts';

export const Tray = deferred(async () => (await import('../../after-first-view.ts')).Tray);
