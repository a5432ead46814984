import type { receiptsFailures } from '../../../failures/failure-codes.ts';
import { visibleName } from '../../../text.ts';
import { savingProblems } from '../files/saving.ts';
import type { FailureMessages } from '../messages-of-codes.ts';

export const receiptsMessages: FailureMessages<keyof typeof receiptsFailures> = {
  'compared-file-changed': 'The file changed while it was read. Wait until it is finished, then try again.',
  'compared-file-unreadable': ({ name, why }) => unreadable[why](`“${visibleName(name)}”`),
  'folder-not-listed':
    'This receipt is for an encrypted folder and does not list its files. Use the folder’s manifest, or the receipt on the computer that submitted it.',
  'list-encrypted': 'The contents are encrypted. Open them with the passphrase or a secret key to compare.',
  'manifest-not-saved': ({ why }) =>
    why === 'in-one'
      ? 'This was sent in one piece, so it has no manifest. The receipt is enough.'
      : 'The manifest can no longer be made from the data on this computer, so nothing was saved. You can still save the receipt, and Download uses the service’s manifest.',
  'manifest-of-manifest':
    'This manifest names the parts of another manifest, not a file. Download by its submission id instead.',
  'no-account': ({ address }) =>
    address === null
      ? 'The service cannot be reached right now. Try again in a moment.'
      : `To ask the service, add an account for ${address} first.`,
  'no-kept-key': 'No passphrase or key saved on this computer opens it. Type the one it was encrypted with.',
  'no-record': ({ accountName }) =>
    `The service does not show this submission to the account “${accountName}”. It may belong to another account.`,
  'not-a-receipt': 'This is not a Dropslip receipt. Receipts end in .slip, or .json if they are older.',
  'not-own': 'This was submitted elsewhere and its record has no time, so there is no receipt for it.',
  'not-printed': 'The PDF could not be created. Try again, or save it in another format.',
  'receipt-changed': 'This receipt was changed after Dropslip saved it, so it proves nothing. Ask for the original.',
  'receipt-damaged': 'This receipt is damaged. Ask for another copy.',
  'receipt-of-file': 'This is a folder, but the receipt is for a file. Choose the file, or the folder’s receipt.',
  'receipt-not-saved': ({ name }) =>
    `The receipt of “${visibleName(name)}” was not saved, because the service’s record in it is too large. Copy the record from the details instead.`,
  'receipt-printed':
    'This PDF is a printed receipt, for people to read. To verify, use the receipt itself: it ends in .slip, and Details saves it.',
  'receipt-too-large': 'This file is too large for a receipt. Choose the receipt file.',
  'receipt-unreadable': 'The receipt could not be read from disk. Check that it is still there, then try again.',
  'receipt-version': 'This receipt was saved by a newer Dropslip. Update Dropslip, then try again.',
  'receipts-not-written': ({ why }) => `The receipts were not saved: ${savingProblems[why]}`,
  'unknown-submission': 'This computer has no submission with this id. Check the id, or use the receipt.',
};

const unreadable = {
  empty: (file: string) => `${file} is empty, so it was never submitted.`,
  missing: (file: string) => `${file} is no longer there. Choose it again.`,
  forbidden: (file: string) => `You have no permission to read ${file}. Change its permissions, then try again.`,
  other: (file: string) => `${file} could not be read. Check its drive, then try again.`,
} as const;
