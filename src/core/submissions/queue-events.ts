import { EventEmitter } from 'node:events';
import type { StoredSubmission } from './journal/submission.ts';

type Events = {
  /** Something that held the queue has ended: a price is known, the disk accepts writes, or an account is reachable. */
  unblocked: [];
  /** An attempt has ended. As with all events below, the state of the submission is on the disk. */
  'attempt-ended': [submission: StoredSubmission];
  /** A submission to send again may have been accepted before, and is now unsettled. */
  doubted: [submission: StoredSubmission];
  /** The service's records or the user have settled an unsettled submission. */
  settled: [submission: StoredSubmission, by: 'records' | 'user'];
  /**
   * The search for a submission that may have been sent before has ended. If it was not complete, it runs again in
   * `againMs`.
   */
  'looked-for': [id: number, againMs: number | null];
  /** A part of a row is ready to be queued. */
  'part-made': [part: StoredSubmission];
  /** A row whose doubt is settled is ready to be queued again. */
  'row-goes-on': [row: StoredSubmission];
  /** The payload limit or part size of an account has changed. */
  'payload-limit-changed': [accountId: string];
};

/** Events between the modules of this folder. */
export class QueueEvents extends EventEmitter<Events> {}
