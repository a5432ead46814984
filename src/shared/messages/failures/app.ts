import type { appFailures } from '../../failures/failure-codes.ts';
import { pausedMessage } from '../consent.ts';
import type { FailureMessages } from './messages-of-codes.ts';

export const appMessages: FailureMessages<keyof typeof appFailures> = {
  internal: 'Something went wrong inside Dropslip. Try again; if it stays, restart the app.',
  refused: ({ what }) => refused[what],
  busy: 'Dropslip is still busy with many requests like this one. Wait a moment, then try again.',
  cancelled: (values) => (values === undefined ? 'Cancelled.' : cancelled[values.what]),
  declined: ({ what }) => declined[what],
  'question-open': 'Dropslip is still asking you something else, in a window of its own. Answer that first.',
  'questions-paused': pausedMessage,
  'not-ready': 'This account cannot be reached yet. Try again in a moment.',
  'not-written': ({ what }) => notWritten[what],
  'file-gone': 'This file is not where it was saved any more: it was moved, renamed or deleted.',
  'files-not-given': 'Dropslip takes only files that you give it yourself. Drop or choose them again.',
  'own-file': 'That lies in Dropslip’s own folder. Copy it to another folder first, then drop it from there.',
  'folder-not-usable': ({ why }) => notUsable[why],
  'not-on-disk': 'That is not a file on this computer. Save it to a folder first, then drop it from there.',
  'start-at-login-not-changed':
    'Your system did not let Dropslip change what starts when you sign in. Change it in the system’s own settings.',
  'too-many-files': 'These are more than 200,000 files at once. Drop the folder that they are in instead.',
  'of-another-version': 'This was written by another version of Dropslip, which this one cannot read.',
};

const refused = {
  page: 'This page may not ask for that.',
  call: 'There is no such call.',
  input: 'The call’s input is not valid.',
  transfer: 'Dropslip could not take that. Try again; if it stays, restart the app.',
} as const;

const cancelled = {
  comparison: 'Stopped. Nothing was compared.',
  refresh: 'Refreshing was cancelled.',
  export: 'The export was cancelled.',
  receipts: 'Stopped. No receipt was saved.',
  balances: 'Stopped. The balances are as they were.',
  'old-address': 'The account’s address was changed meanwhile.',
  check: 'The check was cancelled.',
} as const;

const declined = {
  change: 'Nothing was changed, because you did not confirm it in the small window.',
  removal: 'Nothing was removed, because you did not confirm it in the small window.',
  id: 'The id was not taken, because you did not confirm it in the small window. The file stays uncertain.',
  sending: 'Not submitted, because you did not confirm it in the small window.',
  deposit: 'Nothing was registered, because you did not confirm it in the small window.',
  'deposit-decision': 'The deposit stays uncertain, because you did not confirm it in the small window.',
} as const;

const notUsable = {
  own: 'That folder is Dropslip’s own, so nothing is saved there. Choose another one, under Preferences.',
  gone: 'That folder is not there any more. Choose another one.',
  'not-writable': 'Dropslip may not save anything in that folder. Change its permissions, or choose another one.',
} as const;

const notWritten = {
  files: 'The files could not be added, because nothing can be written to disk. Free some space, then drop them again.',
  account: 'Nothing was changed, because Dropslip could not write to its disk. Free some space, then try again.',
  deposit: 'The disk cannot be written. Free some space first.',
} as const;
