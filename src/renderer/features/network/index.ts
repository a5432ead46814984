export { NetworkCheck } from './NetworkCheck.tsx';
export { targetOf } from './network-sections.ts';
