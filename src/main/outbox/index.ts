export { after, type Clock, type Deadline, msLeft } from './clock.ts';
export type { TriedAgain } from './decisions.ts';
export { distrustQueue } from './distrust.ts';
export type { Likeness } from './given-file.ts';
export { createOutbox, type Outbox, type OutboxParts } from './outbox.ts';
export { fromRow as itemFromRow, toWindow as itemToWindow } from './outbox-item.ts';
export { vouchedIn } from './settlement-words.ts';
