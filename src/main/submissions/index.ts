export { after, type Clock, type Deadline, msLeft } from './clock.ts';
export type { Likeness } from './intake/given-file.ts';
export { distrustQueue } from './journal/distrust.ts';
export { fromRow as itemFromRow, toWindow as itemToWindow } from './journal/submission.ts';
export type { TriedAgain } from './queue/decisions.ts';
export { vouchedIn } from './settling/settlement-words.ts';
export { createOutbox, type Outbox, type OutboxParts } from './submissions.ts';
