export { Finder } from './Finder.tsx';
export { finder } from './finder-state.ts';
