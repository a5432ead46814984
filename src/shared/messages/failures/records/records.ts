import type { recordsFailures } from '../../../failures/failure-codes.ts';
import type { FailureMessages } from '../messages-of-codes.ts';

export const recordsMessages: FailureMessages<keyof typeof recordsFailures> = {
  'records-failed': 'Dropslip could not do that with the records it keeps. Try again; if it stays, restart the app.',
  'records-stopped': 'Reading the kept records was interrupted. Try again.',
  'record-gone': 'This record is not among those that Dropslip keeps.',
};
