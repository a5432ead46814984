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
  'file-too-large': (isOne) => `${isOne ? 'says that it is' : 'say that they are'} larger than any disk`,
  'file-unanswering': () => 'can’t be read: the drive does not answer',
  'file-unreadable': () => 'can’t be read',
  link: (isOne) => (isOne ? 'is a link, and links are not followed' : 'are links, and links are not followed'),
  'link-since': (isOne) => `${isOne ? 'is' : 'are'} behind a link now, and links are not followed`,
  'name-not-kept': (isOne) => `${isOne ? 'has a name' : 'have names'} that other systems can’t have`,
  'not-a-file': (isOne) => (isOne ? 'is not a regular file' : 'are not regular files'),
};

export const submissionsMessages: FailureMessages<keyof typeof submissionsFailures> = {
  // Of the file itself.
  'empty-file': 'This file is empty, so there is nothing to submit.',
  link: 'This is a link to another file. Links are not followed: drop the file itself.',
  'link-since':
    'A link has taken the place of this file, or of a folder above it. Links are not followed, so it was not sent: add the file again from where it is.',
  'not-a-file': 'This is not a regular file, so it has no content to submit.',
  'file-too-large': 'This file says that it is larger than any disk, so it cannot be submitted.',
  'file-changed':
    'The file was changed after you added it, so it was not sent. Retry to submit it as it is now. If it keeps changing, copy it and submit the copy.',
  'file-made-up': 'The system makes this file up as it is read. Copy it first.',
  'file-missing': 'The file is no longer where it was. Put it back and retry, or add it again from its new place.',
  'file-forbidden': 'You have no permission to read this file. Change its permissions, then retry.',
  'file-name-unreadable': 'The name of this file is not text, so it cannot be opened. Rename it, then add it again.',
  'file-unanswering':
    'The drive or network folder of this file does not answer. Check that it is connected, then retry.',
  'file-unreadable': 'The file could not be read. Check the drive that it lies on, then retry.',

  // Of a folder that is kept together.
  'folder-empty': 'There is nothing in the files of this folder, so there is nothing to submit.',
  'folder-files': ({ path, more, why }) => {
    const files = `“${visibleName(path)}”${more === 0 ? '' : ` and ${more} more`}`;
    return `${files} ${folderFileProblems[why](more === 0)}. Go on without ${more === 0 ? 'it' : 'them'}, or try again.`;
  },
  'folder-too-full': ({ most }) =>
    `This folder has more than ${most.toLocaleString('en')} files and folders in it. Add it in several, or each file by itself.`,
  'drop-gone': 'This drop is over, and nothing of it was added. Drop it again.',

  // Of what goes in parts.
  'parts-elsewhere': ({ address }) =>
    `Its parts are with ${rowText(address)}, and this account has another address now. Set that address back under Accounts, and it goes on by itself. Or start anew: then all of it is paid for again.`,
  'parts-not-whole':
    'Its parts leave some of it out, or have some of it twice, so it could not be put together again. Go on, and it starts anew: you are asked first what that costs.',
  'same-bytes-unknown': ({ name }) =>
    `A part of it has the same bytes as “${visibleName(name)}”, and nobody knows whether the service took those. Say there what became of it, or let it go on, and then go on here: that way nothing is paid for twice.`,
  'refused-what-it-took':
    'The service refused this as too large, though it accepted much larger files. Try again later. If it keeps happening, set the largest upload under Accounts.',

  // Of what is written down about it.
  'not-journalled':
    'Dropslip could not write down that this was being sent, so it was not sent. Retry it; restart the app if it stays.',
  'row-unreadable': 'Dropslip’s data about this file could not be read. Add the file again to submit it.',
  'row-unreadable-tried':
    'Dropslip’s data about this file could not be read. It may have been submitted: Dropslip looks for it in the service’s records.',
  restored:
    'Dropslip goes on from a copy of its data, and this file may have been sent since that was made. So it is not sent by itself: Dropslip looks for it in the service’s records.',
  'submission-gone': 'This row is no longer there.',

  // Of an attempt.
  interrupted:
    'Dropslip was closed while this file was on its way. It may have arrived, so it is not sent again by itself: Dropslip looks for it in the service’s records.',
  'ended-while-awaited': 'Dropslip ended while the answer was awaited.',
  'ended-before-last-bytes': 'Dropslip ended before the last bytes were sent, so the service cannot have the file.',
  stopped:
    'You stopped this file when all of it had been sent and the service had not answered yet. It may have arrived: Dropslip looks for it in the service’s records.',
  'id-of-other-bytes':
    'Everything was sent, but the service answered with the submission id of another file, so this is no receipt. It is not sent again by itself: Dropslip looks for it in the service’s records.',
  'perhaps-taken':
    'The service said that it did not take this file, but its records show one that may be it. Dropslip finds out before it is sent again.',
  'earlier-try-unknown':
    'Nobody saw how an earlier try of this file ended, and the service’s records cannot be read now, so it may have been paid for. Dropslip finds out before it is sent again, or asks you.',
  'service-keeps-failing':
    'The service failed on this file again and again, and its records show that it was not paid for. Retry later, or ask the service’s operator.',
  'answers-keep-getting-lost':
    'The answer to this file was lost again and again, and the service’s records do not show it. Ask the service’s operator whether it was paid for before you submit it again.',
  'answered-for-nothing':
    'The service gave a submission id without a receipt for the whole file, and its records do not show it. It is not sent again by itself: ask the service’s operator, or retry.',
  'failed-in-service': 'The service’s last try failed. It tries again by itself.',
  'not-enough-credits': 'Not enough credits. The service tries again by itself.',

  // Of a person's word.
  'several-accounts': 'These files belong to several accounts. Decide for one account at a time.',
  'not-as-shown': 'Not submitted: the account, or the cost, has changed since you looked. Look once more, then decide.',
  'not-unsettled': 'This file is not uncertain any more. Look at its row to see what became of it.',
  'still-checking': 'Dropslip is looking for this file in the service’s records. Wait until it has, then decide.',
  'id-taken': 'This submission id belongs to another file of this account. Check which one belongs to this file.',
  'other-bytes': 'The submission with this id has other bytes than this file. Check the id.',
  'unknown-id': 'The service knows no submission with this id. Copy it again, whole.',
};
