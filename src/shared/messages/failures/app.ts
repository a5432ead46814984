import type { appFailures } from '../../failures/failure-codes.ts';
import { pausedMessage } from '../consent.ts';
import type { FailureMessages } from './messages-of-codes.ts';

export const appMessages: FailureMessages<keyof typeof appFailures> = {
  internal: 'Something went wrong inside Dropslip. Try again. If it keeps happening, restart Dropslip.',
  refused: ({ what }) => refused[what],
  busy: 'Dropslip is busy. Wait a moment, then try again.',
  cancelled: (values) => (values === undefined ? 'Cancelled.' : cancelled[values.what]),
  declined: ({ what }) => declined[what],
  'question-open': 'Another question is open in its own window. Answer that first.',
  'questions-paused': pausedMessage,
  'not-ready': 'This account cannot be reached yet. Try again in a moment.',
  'not-written': ({ what }) => notWritten[what],
  'file-gone': 'This file was moved, renamed or deleted after it was saved.',
  'files-not-given': 'Dropslip accepts only files that you drop or choose. Drop or choose them again.',
  'own-file': 'That is in Dropslip’s own folder. Copy it to another folder, then drop it from there.',
  'folder-not-usable': ({ why }) => notUsable[why],
  'not-on-disk': 'That is not a file on this computer. Save it to a folder, then drop it from there.',
  'start-at-login-not-changed':
    'Your system did not let Dropslip change what starts at sign-in. Change it in the system settings.',
  'too-many-files': 'These are more than 200,000 files. Drop the folder they are in instead.',
  'of-another-version': 'This was saved by another version of Dropslip and cannot be read by this one.',
};

const refused = {
  page: 'This window is not allowed to do that.',
  call: 'Dropslip does not know this request. Restart Dropslip.',
  input: 'This request is not valid. Check what you entered, then try again.',
  transfer: 'Dropslip could not accept that. Try again. If it keeps happening, restart Dropslip.',
} as const;

const cancelled = {
  comparison: 'Stopped. Nothing was compared.',
  refresh: 'Refreshing was cancelled.',
  export: 'The export was cancelled.',
  receipts: 'Stopped. No receipt was saved.',
  balances: 'Stopped. The balances were not refreshed.',
  'old-address': 'The account’s address has changed in the meantime.',
  check: 'The check was cancelled.',
} as const;

const declined = {
  change: 'Nothing was changed, because you did not confirm it.',
  removal: 'Nothing was removed, because you did not confirm it.',
  id: 'The id was not saved, because you did not confirm it. The file stays uncertain.',
  sending: 'Not submitted, because you did not confirm it.',
  deposit: 'Nothing was registered, because you did not confirm it.',
  'deposit-decision': 'The deposit stays uncertain, because you did not confirm it.',
} as const;

const notUsable = {
  own: 'This is Dropslip’s own folder, so nothing can be saved there. Choose another one under Preferences.',
  gone: 'That folder no longer exists. Choose another one.',
  'not-writable': 'Dropslip has no permission to save in that folder. Change its permissions, or choose another one.',
} as const;

const notWritten = {
  files: 'The files could not be added, because the disk cannot be written to. Free some space, then drop them again.',
  account: 'Nothing was changed, because the disk cannot be written to. Free some space, then try again.',
  deposit: 'The disk cannot be written to. Free some space first.',
} as const;
