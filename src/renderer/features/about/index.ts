import { deferred } from '../../ui/deferred.tsx';

export { openAbout } from './about-state.ts';

export const AboutDialog = deferred(async () => (await import('../../after-first-view.ts')).AboutDialog);
