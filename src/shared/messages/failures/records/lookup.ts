import type { lookupFailures } from '../../../failures/failure-codes.ts';
import type { FailureMessages } from '../messages-of-codes.ts';

export const lookupMessages: FailureMessages<keyof typeof lookupFailures> = {
  'look-up-failed': 'This could not be looked up. Try again.',
  'look-ups-not-offered':
    'This service needs an access token for look-ups, and this account has only an API key. Add a token under Accounts.',
  'looked-up-file-changed': 'The file changed while it was read. Drop it again.',
  'looked-up-file-unreadable': ({ why }) => unreadable[why],
  'too-many-watches': ({ most }) =>
    `You already watch ${most} submissions, the most that Dropslip allows. Stop watching one, then try again.`,
};

const unreadable = {
  folder: 'This is a folder. Drop one file.',
  empty: 'This file is empty, so it was never submitted.',
  other: 'This file cannot be read. Check that it is still there and that you have permission to read it.',
} as const;
