import { deferred } from '../../ui/deferred.tsx';

export { openAbout } from './about-state.ts';

export const AboutDialog = deferred();
