import type { ComponentProps } from 'react';
import { deferred } from '../../ui/deferred.tsx';

export { finder } from './finder-store.ts';

export const Finder = deferred<ComponentProps<typeof import('./Finder.tsx').Finder>>();
