import type { HeldCosts, QueueSummary } from '../bridge/submissions.ts';
import { noFiles } from './batch-status.ts';

/** The summary of an empty queue. */
export const noSummary: QueueSummary = {
  counts: noFiles,
  bytes: { all: 0, gone: 0, submitted: 0, byStatus: noFiles },
  bytesPerSecond: null,
  secondsLeft: null,
  waitingFor: null,
  estimate: null,
  costs: [],
  filesWithoutCost: 0,
};

export const nothingHeld: HeldCosts = { unapproved: null, beyondLimit: null, limit: null, unit: null };
