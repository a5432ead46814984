import type { FailureContext } from '../../failures/failure-codes.ts';

/** What is said before the failure itself. */
export const contextMessages: { readonly [Context in FailureContext]: string } = {
  'all-sent-failure-reported':
    'The service reported a failure after everything was sent. It may have been paid for all the same.',
  'all-sent-no-answer': 'Everything was sent, but no readable answer came back, so it may have been accepted.',
  'earlier-perhaps-registered-now-refused': 'An earlier attempt may have been registered. The latest one was refused:',
  'earlier-perhaps-registered-now-not-sent':
    'An earlier attempt may have been registered. The latest one did not reach the service:',
  'credentials-still-kept': 'Nothing was changed, because the keychain still holds this account’s credentials.',
};
