import type { FailureContext } from '../../failures/failure-codes.ts';

/** What is said before the failure itself. */
export const contextMessages: { readonly [Context in FailureContext]: string } = {
  'all-sent-failure-reported':
    'The service reported a failure after everything was sent. You may still have paid for it.',
  'all-sent-no-answer': 'Everything was sent, but the answer could not be read. It may have been accepted.',
  'earlier-perhaps-registered-now-refused': 'An earlier attempt may have been registered. The latest one was refused:',
  'earlier-perhaps-registered-now-not-sent':
    'An earlier attempt may have been registered. The latest one did not reach the service:',
  'credentials-still-kept': 'Nothing was changed, because the keychain still holds this account’s credentials.',
};
