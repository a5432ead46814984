import { deferred } from '../../ui/deferred.tsx';

export const Finder = deferred(async () => (await import('../../after-first-view.ts')).Finder);
