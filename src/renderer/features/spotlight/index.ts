import { deferred } from '../../ui/deferred.tsx';

export { finder } from './finder-store.ts';

export const Finder = deferred(async () => (await import('../../after-first-view.ts')).Finder);
