import type { receiptsFailures } from '../../../failures/failure-codes.ts';
import { visibleName } from '../../../text.ts';
import { savingProblems } from '../files/saving.ts';
import type { FailureMessages } from '../messages-of-codes.ts';

export const receiptsMessages: FailureMessages<keyof typeof receiptsFailures> = {
  'compared-file-changed': 'The file was written to while it was read. Wait until it is finished, then try again.',
  'compared-file-unreadable': ({ name, why }) => unreadable[why](`“${visibleName(name)}”`),
  'folder-not-listed':
    'This receipt is of an encrypted folder and does not name what is in it. Use the folder’s manifest, or its receipt on the computer that submitted it.',
  'list-encrypted':
    'What was submitted is named inside the encryption. Open it with its passphrase or a secret key to compare.',
  'manifest-not-saved': ({ why }) =>
    why === 'in-one'
      ? 'This went in one piece, so there is no manifest of it. Its receipt says all of it.'
      : 'What is kept of this here no longer makes the manifest that was submitted, so nothing was saved. Its receipt can still be saved, and Download follows the manifest at the service.',
  'manifest-of-manifest':
    'This manifest names the parts of another manifest, not a file. Download by its submission id instead.',
  'no-account': ({ address }) =>
    address === null
      ? 'The service cannot be asked just now. Try again in a moment.'
      : `To ask the service, add an account for ${address} first.`,
  'no-kept-key':
    'No passphrase or key that is kept on this computer opens it. Type the one that it was encrypted with.',
  'no-record': ({ accountName }) =>
    `The service does not know this submission, asked with the account “${accountName}”. It may belong to another account.`,
  'not-a-receipt':
    'This is not a receipt of Dropslip. Receipts are files ending in .slip that Dropslip saved; earlier ones end in .json.',
  'not-own': 'This was not submitted by this Dropslip, so there is nothing to make a receipt of.',
  'not-printed': 'The page could not be made. Try again; the receipt itself can be saved meanwhile.',
  'receipt-changed':
    'This receipt was changed after Dropslip wrote it, so it proves nothing. Ask for it to be saved again, unchanged.',
  'receipt-damaged':
    'This receipt is damaged: parts of it are missing or not what they must be. Ask for it to be saved again.',
  'receipt-of-file':
    'This is a folder, and what it is held against is a file. Choose the file, or the folder’s receipt.',
  'receipt-not-saved': ({ name }) =>
    `The receipt of “${visibleName(name)}” was not saved: the service’s record in it is so large that no Dropslip could read it back. Copy the record from the details instead.`,
  'receipt-too-large': 'This file is too large to be a receipt. Choose the receipt’s own file.',
  'receipt-unreadable': 'The receipt could not be read from disk. Check that it is still there, then try again.',
  'receipt-version': 'This receipt has a version that this Dropslip does not know. Update Dropslip, then try again.',
  'receipts-not-written': ({ why }) => `The receipts were not saved: ${savingProblems[why]}`,
  'unknown-submission':
    'No submission with this id is kept on this computer. Check the id, or use the receipt instead.',
};

const unreadable = {
  empty: (file: string) => `${file} is empty, so it was never submitted.`,
  missing: (file: string) => `${file} is no longer there. Choose it again.`,
  forbidden: (file: string) => `You may not read ${file}. Change its permissions, then try again.`,
  other: (file: string) => `${file} could not be read. Check its drive, then try again.`,
} as const;
