import type { recordsFailures } from '../../../failures/failure-codes.ts';
import type { FailureMessages } from '../messages-of-codes.ts';

export const recordsMessages: FailureMessages<keyof typeof recordsFailures> = {
  'records-failed': 'Dropslip could not do that with its records. Try again. If it keeps happening, restart Dropslip.',
  'records-stopped': 'Reading the saved records was interrupted. Try again.',
  'record-gone': 'Dropslip does not have this record.',
};
