import type { FileProblemCode, submissionsFailures } from '../../../failures/submission-failures.ts';
import { rowText, visibleName } from '../../../text.ts';
import type { FailureMessages } from '../messages-of-codes.ts';

/** Of one file of a folder; `verb`: of one or of several. */
const folderFileProblems: { readonly [Code in FileProblemCode]: (isOne: boolean) => string } = {
  'file-changed': () => 'changed after you added the folder',
  'file-forbidden': () => 'can’t be read: you have no permission',
  'file-made-up': (isOne) => `${isOne ? 'is' : 'are'} made up by the system`,
  'file-missing': (isOne) => `${isOne ? 'is' : 'are'} no longer there`,
  'file-name-unreadable': (isOne) => `${isOne ? 'has a name that is' : 'have names that are'} not text`,
  'file-too-large': (isOne) => `${isOne ? 'reports a size' : 'report sizes'} larger than any disk`,
  'file-unanswering': () => 'can’t be read: the drive is not responding',
  'file-unreadable': () => 'can’t be read',
  link: (isOne) => (isOne ? 'is a link, and links are not followed' : 'are links, and links are not followed'),
  'link-since': (isOne) => `${isOne ? 'is' : 'are'} now inside a linked folder, and links are not followed`,
  'name-not-kept': (isOne) => `${isOne ? 'has a name' : 'have names'} that other systems don’t allow`,
  'not-a-file': (isOne) => (isOne ? 'is not a regular file' : 'are not regular files'),
};

export const submissionsMessages: FailureMessages<keyof typeof submissionsFailures> = {
  // Of the file itself.
  'empty-file': 'This file is empty, so there is nothing to submit.',
  link: 'This is a link to another file. Links are not followed: drop the file itself.',
  'link-since':
    'This file or its folder was replaced by a link. Links are not followed, so it was not sent. Add the file again from where it is.',
  'not-a-file': 'This is not a regular file, so it has no content to submit.',
  'file-too-large': 'This file reports a size larger than any disk, so it cannot be submitted.',
  'file-changed':
    'The file was changed after you added it, so it was not sent. Retry to submit it as it is now. If it keeps changing, copy it and submit the copy.',
  'file-made-up': 'The system makes this file up as it is read. Copy it first.',
  'file-missing': 'The file is no longer where it was. Put it back and retry, or add it again from its new place.',
  'file-forbidden': 'You have no permission to read this file. Change its permissions, then retry.',
  'file-name-unreadable': 'This file’s name is not valid text, so it cannot be opened. Rename it, then add it again.',
  'file-unanswering': 'This file’s drive or network folder is not responding. Check that it is connected, then retry.',
  'file-unreadable': 'The file could not be read. Check its drive, then retry.',

  // Of a folder that is kept together.
  'folder-empty': 'All files in this folder are empty, so there is nothing to submit.',
  'folder-files': ({ path, more, why }) => {
    const files = `“${visibleName(path)}”${more === 0 ? '' : ` and ${more} more`}`;
    return `${files} ${folderFileProblems[why](more === 0)}. Continue without ${more === 0 ? 'it' : 'them'}, or try again.`;
  },
  'folder-too-full': ({ most }) =>
    `This folder has more than ${most.toLocaleString('en')} files and folders. Add it in several parts, or each file separately.`,
  'drop-gone': 'This drop has ended and nothing was added. Drop it again.',

  // Of what goes in parts.
  'parts-elsewhere': ({ address }) =>
    `Its parts are with ${rowText(address)}, but this account has another address now. Restore that address under Accounts to continue, or start over and pay for all of it again.`,
  'parts-not-whole': 'Its parts do not make the whole file. Continue to start over. Dropslip asks you first.',
  'same-bytes-unknown': ({ name }) =>
    `A part of it has the same contents as “${visibleName(name)}”, which the service may already have. Settle that file first, then continue here, so that nothing is paid for twice.`,
  'refused-what-it-took':
    'The service refused this as too large, though it accepted much larger files. Try again later. If it keeps happening, set the largest upload under Accounts.',

  // Of what is written down about it.
  'not-journalled':
    'Dropslip could not save its record of this attempt, so the file was not sent. Retry. If it keeps happening, restart Dropslip.',
  'row-unreadable': 'Dropslip’s data about this file could not be read. Add the file again to submit it.',
  'row-unreadable-tried':
    'Dropslip’s data about this file could not be read. It may have been submitted: Dropslip looks for it in the service’s records.',
  restored:
    'Dropslip’s data was restored from a copy, and this file may have been sent since. Dropslip looks for it in the service’s records before it sends it again.',
  'submission-gone': 'This row is no longer there.',

  // Of an attempt.
  interrupted:
    'Dropslip was closed while this file was being sent. It may have arrived, so Dropslip looks for it in the service’s records before it sends it again.',
  'ended-while-awaited': 'Dropslip closed before the service answered.',
  'ended-before-last-bytes': 'Dropslip closed before the whole file was sent, so the service cannot have it.',
  stopped:
    'You stopped this file after all of it was sent, before the service answered. It may have arrived: Dropslip looks for it in the service’s records.',
  'id-of-other-bytes':
    'Everything was sent, but the service answered with another file’s submission id. Dropslip looks for this file in the service’s records before it sends it again.',
  'perhaps-taken':
    'The service said that it did not accept this file, but its records show one that may be it. Dropslip checks before it sends the file again.',
  'earlier-try-unknown':
    'An earlier attempt may have been paid for, and the service’s records cannot be read right now. Dropslip checks before it sends the file again, or asks you.',
  'service-keeps-failing':
    'The service failed on this file several times. Its records show that you did not pay for it. Retry later, or ask the service’s operator.',
  'answers-keep-getting-lost':
    'The answer for this file was lost several times, and the service’s records do not show it. Before you submit it again, ask the service’s operator if it was paid for.',
  'answered-for-nothing':
    'The service gave a submission id but no receipt for the whole file, and its records do not show it. Ask the service’s operator, or retry.',
  'failed-in-service': 'The service’s last try failed. It tries again automatically.',
  'not-enough-credits': 'Not enough credits. The service tries again automatically.',

  // Of a person's word.
  'several-accounts': 'These files belong to several accounts. Choose files of one account.',
  'not-as-shown': 'Not submitted, because the account or the cost has changed. Check again, then decide.',
  'not-unsettled': 'This file is no longer uncertain. Its row shows what happened.',
  'still-checking':
    'Dropslip is still looking for this file in the service’s records. Wait for the result, then decide.',
  'id-taken': 'This submission id belongs to another file of this account. Check which one belongs to this file.',
  'other-bytes': 'The submission with this id is a different file. Check the id.',
  'unknown-id': 'The service has no submission with this id. Copy all of the id again.',
};
