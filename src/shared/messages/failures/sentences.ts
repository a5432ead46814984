import { accountsMessages, appMessages } from './app.ts';
import { encryptionMessages, manifestMessages, retrievalMessages, submissionsMessages } from './files.ts';
import { depositsMessages, lookupMessages, networkMessages, receiptsMessages, recordsMessages } from './records.ts';
import { serviceMessages } from './service.ts';
import { teamMessages } from './team.ts';

/** The sentence of each failure code. A function's parameter declares the values that belong to the code. */
export const sentences = {
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
  ...teamMessages,
} as const;

/** The event before a failure, for failures whose sentence alone would mislead. */
export const contexts = {
  'all-sent-failure-reported':
    'The service reported a failure after everything was sent. You may still have paid for it.',
  'all-sent-no-answer': 'Everything was sent, so it may have been accepted.',
  'credentials-still-kept': 'Nothing was changed, because the keychain still holds this account’s credentials.',
} as const;
