import type { Failure } from '../../failures/failure.ts';
import type { FailureCode, FailureContext, FailureMessages } from '../../failures/failure-codes.ts';
import { accountsMessages, appMessages } from './app.ts';
import { encryptionMessages, manifestMessages, retrievalMessages, submissionsMessages } from './files.ts';
import { depositsMessages, lookupMessages, networkMessages, receiptsMessages, recordsMessages } from './records.ts';
import { serviceMessages } from './service.ts';

const contextMessages: { readonly [Context in FailureContext]: string } = {
  'all-sent-failure-reported':
    'The service reported a failure after everything was sent. You may still have paid for it.',
  'all-sent-no-answer': 'Everything was sent, so it may have been accepted.',
  'credentials-still-kept': 'Nothing was changed, because the keychain still holds this account’s credentials.',
};

type Message = string | ((values: never) => string);

const messages: Readonly<Record<FailureCode, Message>> = {
  ...appMessages,
  ...serviceMessages,
  ...accountsMessages,
  ...submissionsMessages,
  ...depositsMessages,
  ...recordsMessages,
  ...lookupMessages,
  ...receiptsMessages,
  ...manifestMessages,
  ...encryptionMessages,
  ...retrievalMessages,
  ...networkMessages,
};

/** One or two plain sentences that say what went wrong and what to do next. */
export function failureMessage(failure: Failure): string {
  return inContext(failure, own(failure, messages[failure.code]));
}

/** What went wrong alone, for whoever is not to try again: see `failureFacts`. */
export function failureFact(failure: Failure): string {
  return inContext(failure, own(failure, failureFacts[failure.code] ?? messages[failure.code]));
}

function inContext({ after }: Failure, sentence: string): string {
  return after === undefined ? sentence : `${contextMessages[after]} ${sentence}`;
}

/** The technical text; the sentence where there is none. */
export function failureDetail(failure: Failure): string {
  return failure.detail ?? failureMessage(failure);
}

function own(failure: Failure, message: Message): string {
  if (typeof failure.inWords === 'string') return failure.inWords;
  if (typeof message !== 'function') return message;
  if (failure.inWords === null) return appMessages['of-another-version'];
  return message(failure.values as never);
}

const noAnswer = {
  'no-answer': 'No answer came.',
  'stopped-answering': 'The service stopped answering.',
  'broke-off': 'The connection to the service was lost.',
} as const;

/**
 * What went wrong and nothing else, where the sentence of a failure also says to try again, or that Dropslip looks for the
 * file: for a file that is not to be sent again lightly, and for one that goes out again by itself.
 */
const failureFacts: Partial<FailureMessages<FailureCode>> = {
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
