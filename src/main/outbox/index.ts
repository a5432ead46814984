export { startDigests } from './digests.ts';
export { createOutbox, type Outbox, type OutboxParts } from './outbox.ts';
