export { startDigests } from './digests.ts';
export { createOutbox, type Outbox } from './outbox.ts';
