import type { lookupFailures } from '../../../failures/failure-codes.ts';
import type { FailureMessages } from '../messages-of-codes.ts';

export const lookupMessages: FailureMessages<keyof typeof lookupFailures> = {
  'look-up-failed': 'This could not be looked up. Try again.',
  'look-ups-not-offered':
    'This service answers look-ups only with an access token, and this account has an API key alone. Add an access token under Accounts.',
  'looked-up-file-changed': 'Somebody wrote to the file while it was read. Drop it again.',
  'looked-up-file-unreadable': ({ why }) => unreadable[why],
  'too-many-watches': ({ most }) =>
    `Dropslip watches ${most} submissions already, as many as it can. Stop watching another, then try again.`,
};

const unreadable = {
  folder: 'This is a folder. Drop one file.',
  empty: 'This file is empty, so it was never submitted.',
  other: 'This file cannot be read. Check that it is still there and that you may open it.',
} as const;
