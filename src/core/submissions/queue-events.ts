import { EventEmitter } from 'node:events';
import type { StoredSubmission } from './journal/submission.ts';

type Events = {
  /** Something that held the queue does so no more: a price is known, the disk can be written, an account reached. */
  unblocked: [];
  /** An attempt has ended. What became of the submission is on disk, as with all that follow. */
  'attempt-ended': [submission: StoredSubmission];
  /** A submission that was to be sent again may have been accepted before: it is unsettled from here on. */
  doubted: [submission: StoredSubmission];
  /** The service's records, or a person, have told what became of an unsettled submission. */
  settled: [submission: StoredSubmission, by: 'records' | 'person'];
  /** What was held back since it may have been sent before was looked for; again in `againMs` where not to the end. */
  'looked-for': [id: number, againMs: number | null];
  /** A part of a row is there to be sent when its turn comes. */
  'part-made': [part: StoredSubmission];
  /** A row that had stopped for what is known by now waits for its turn again. */
  'row-goes-on': [row: StoredSubmission];
  /** What goes whole to the service of an account, and how large parts are, is another from here on. */
  'payload-limit-changed': [accountId: string];
};

/** What the modules of this feature react to of each other. */
export class QueueEvents extends EventEmitter<Events> {}
