export { Finder } from './Finder.tsx';
export { finder } from './spotlight-store.ts';
