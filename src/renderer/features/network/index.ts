export { NetworkCheck } from './NetworkCheck.tsx';
export { targetOf } from './network-sections.ts';
export { TryNode } from './TryNode.tsx';
export type { NetworkTarget } from './use-network-check.ts';
