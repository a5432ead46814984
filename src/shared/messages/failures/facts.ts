import type { FailureCode } from '../../failures/failure-codes.ts';
import type { FailureMessages } from './messages-of-codes.ts';
import { serviceMessages } from './service.ts';

const noAnswer = {
  'no-answer': 'No answer came.',
  'stopped-answering': 'The service stopped answering.',
  'broke-off': 'The connection to the service broke off.',
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
      ? 'The service cannot take requests at the moment.'
      : 'Dropslip could not write down that this was being sent, so nothing was submitted.',
  'server-error': ({ said }) => `Something went wrong inside the service.${said === null ? '' : ` It said: “${said}”`}`,
  'not-final': 'The service has not finished this submission yet.',
  interrupted: 'Dropslip was closed while this file was on its way. It may have arrived.',
  stopped:
    'You stopped this file when all of it had been sent and the service had not answered yet. It may have arrived.',
  restored: 'Dropslip goes on from a copy of its data, and this file may have been sent since that was made.',
  'row-unreadable-tried': 'Dropslip’s data about this file could not be read. It may have been submitted.',
  'id-of-other-bytes':
    'Everything was sent, but the service answered with the submission id of another file, so this is no receipt.',
};
