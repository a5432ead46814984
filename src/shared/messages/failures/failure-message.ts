import type { Failure } from '../../failures/failure.ts';
import type { FailureCode, FailureContext } from '../../failures/failure-codes.ts';
import { accountsMessages } from './accounts.ts';
import { appMessages } from './app.ts';
import { failureFacts } from './facts.ts';
import { encryptionMessages } from './files/encryption.ts';
import { manifestMessages } from './files/manifest.ts';
import { retrievalMessages } from './files/retrieval.ts';
import { submissionsMessages } from './files/submissions.ts';
import { networkMessages } from './network.ts';
import { balancesMessages } from './records/balances.ts';
import { depositsMessages } from './records/deposits.ts';
import { lookupMessages } from './records/lookup.ts';
import { receiptsMessages } from './records/receipts.ts';
import { recordsMessages } from './records/records.ts';
import { serviceMessages } from './service.ts';

const contextMessages: { readonly [Context in FailureContext]: string } = {
  'all-sent-failure-reported':
    'The service reported a failure after everything was sent. You may still have paid for it.',
  'all-sent-no-answer': 'Everything was sent, so it may have been accepted.',
  'earlier-perhaps-registered-now-refused': 'An earlier attempt may have been registered. The latest one was refused:',
  'earlier-perhaps-registered-now-not-sent':
    'An earlier attempt may have been registered. The latest one did not reach the service:',
  'credentials-still-kept': 'Nothing was changed, because the keychain still holds this account’s credentials.',
};

type Message = string | ((values: never) => string);

const messages: Readonly<Record<FailureCode, Message>> = {
  ...appMessages,
  ...serviceMessages,
  ...accountsMessages,
  ...submissionsMessages,
  ...balancesMessages,
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
