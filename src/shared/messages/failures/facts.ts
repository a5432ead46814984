import type { FailureCode } from '../../failures/failure-codes.ts';
import type { FailureMessages } from './messages-of-codes.ts';
import { serviceMessages } from './service.ts';

const noAnswer = {
  'no-answer': 'No answer came.',
  'stopped-answering': 'The service stopped answering.',
  'broke-off': 'The connection to the service was lost.',
} as const;

/**
 * What went wrong and nothing else, where the sentence of a failure also says to try again, or that Dropslip looks for the
 * file: for a file that is not to be sent again lightly, and for one that goes out again by itself.
 */
export const failureFacts: Partial<FailureMessages<FailureCode>> = {
  unreachable: (values) =>
    values.why === 'no-answer' || values.why === 'stopped-answering' || values.why === 'broke-off'
      ? noAnswer[values.why]
      : serviceMessages.unreachable(values),
  'keychain-unanswering': 'Your keychain does not answer.',
  'rate-limited': 'The service asks for a pause between requests.',
  unavailable: ({ why }) =>
    why === 'service'
      ? 'The service cannot accept requests right now.'
      : 'Dropslip could not save its record of this attempt, so nothing was submitted.',
  'server-error': ({ said }) => `Something went wrong inside the service.${said === null ? '' : ` It said: “${said}”`}`,
  'not-final': 'The service has not finished this submission yet.',
  interrupted: 'Dropslip was closed while this file was being sent. It may have arrived.',
  stopped: 'You stopped this file after all of it was sent, before the service answered. It may have arrived.',
  restored: 'Dropslip’s data was restored from a copy, and this file may have been sent since.',
  'row-unreadable-tried': 'Dropslip’s data about this file could not be read. It may have been submitted.',
  'id-of-other-bytes': 'Everything was sent, but the service answered with another file’s submission id.',
};
