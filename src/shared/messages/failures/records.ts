import { rowText, visibleName } from '../../text.ts';

export const depositsMessages = {
  'deposit-interrupted': 'Dropslip closed before the answer was saved, so the deposit may have been registered.',
  'deposit-unreadable':
    'Dropslip’s data about this deposit is damaged, so it may have been registered. Check the balance before you register it again.',
  'not-now': 'This deposit has changed in the meantime. Check it again.',
  'order-in-doubt':
    'The service’s answer was lost, so the order may be registered. An order costs nothing: register it again, or look for it in the list below.',
  'unknown-deposit': 'This deposit is not in the list.',
} as const;

export const lookupMessages = {
  'look-up-failed': 'This could not be looked up. Try again.',
  'look-ups-not-offered':
    'This service needs an access token for look-ups, and this account has only an API key. Add a token under Accounts.',
} as const;

export const receiptsMessages = {
  'compared-file-changed': 'The file changed while it was read. Wait until it is finished, then try again.',
  'compared-file-unreadable': ({ name, why }: { readonly name: string; readonly why: keyof typeof unreadable }) =>
    unreadable[why](`“${visibleName(name)}”`),
  'export-is-csv': 'Names can be imported from JSON exports only. Export as JSON, then import that file.',
  /** `count`: the submissions of an export that no account here has. */
  'export-not-known': ({ count }: { readonly count: number }) =>
    count === 1
      ? 'One of its submissions is in no account here. Refresh the account under Spending, then import again.'
      : `${count} of its submissions are in no account here. Refresh the account under Spending, then import again.`,
  'folder-not-listed':
    'This receipt is for an encrypted folder and does not list its files. Compare on the computer that submitted it, or download the folder.',
  'folder-without-receipts': 'This folder has no receipts. Folders inside it are not searched: choose them one by one.',
  'import-too-large': 'This file is too large to import. Export fewer records at a time, such as one month.',
  'no-account': ({ address }: { readonly address: string | null }) =>
    address === null
      ? 'The service cannot be reached right now. Try again in a moment.'
      : `To ask the service, add an account for ${address} first.`,
  'not-a-receipt': 'This is not a Dropslip receipt. Receipts end in .slip, or .json if they are older.',
  'not-own': 'This was submitted elsewhere and its record has no time, so there is no receipt for it.',
  'not-printed': 'The PDF could not be created. Try again, or save it in another format.',
  'receipt-changed': 'This receipt was changed after Dropslip saved it, so it proves nothing. Ask for the original.',
  'receipt-damaged': 'This receipt is damaged. Ask for another copy.',
  'receipt-not-storable':
    'This receipt does not list its parts, so it cannot be imported. Use it under Verify, which needs no import.',
  'receipt-of-file': 'This is a folder, but the receipt is for a file. Choose the file, or the folder’s receipt.',
  'receipt-of-other-service': ({ address }: { readonly address: string }) =>
    `This receipt is from ${rowText(address)}. Add an account for this address under Accounts, then import it again.`,
  'receipt-of-practice':
    'This receipt is from the practice service of another computer, so there is nothing to import it for.',
  'receipt-not-saved': ({ name }: { readonly name: string }) =>
    `The receipt of “${visibleName(name)}” was not saved, because the service’s record in it is too large. Copy the record from the details instead.`,
  'receipt-printed':
    'This PDF is a printed receipt, for people to read. To verify, use the receipt itself: it ends in .slip, and Details saves it.',
  'receipt-too-large': 'This file is too large for a receipt. Choose the receipt file.',
  'receipt-unreadable': 'The receipt could not be read from disk. Check that it is still there, then try again.',
  'receipt-version': 'This receipt was saved by a newer Dropslip. Update Dropslip, then try again.',
  'unknown-submission': 'This computer has no submission with this id. Check the id, or use the receipt.',
} as const;

const unreadable = {
  missing: (file: string) => `${file} is no longer there. Choose it again.`,
  folder: (file: string) => `${file} is a folder. Drop one file.`,
  forbidden: (file: string) => `You have no permission to read ${file}. Change its permissions, then try again.`,
  other: (file: string) =>
    `${file} could not be read. Check that it is still there and that you have permission to read it, then try again.`,
} as const;

export const recordsMessages = {
  'records-failed': 'Dropslip could not do that with its records. Try again. If it keeps happening, restart Dropslip.',
  'record-gone': 'Dropslip does not have this record.',
} as const;

export const networkMessages = {
  'no-node': 'This account has no network node. Enter one in the account’s settings, then try again.',
  'node-silent': ({ why, host }: { readonly why: keyof typeof silent; readonly host: string }) => silent[why](host),
  'node-not-encrypted': 'Use https:// for a node that is not on this computer.',
  'no-such-record': 'The service’s record of this submission has not been read yet. Refresh, then try again.',
  'not-from-network': ({ why }: { readonly why: keyof typeof notFromNetwork }) => notFromNetwork[why],
} as const;

const silent = {
  unreachable: (host: string) =>
    `The node at ${host} does not answer. Check its address and your internet connection, then try again.`,
  untrusted: (host: string) => `This computer does not trust the certificate of ${host}, so nothing was sent to it.`,
  busy: (host: string) => `The node at ${host} is busy. Try again later.`,
  refused: (host: string) => `The node at ${host} refuses to answer. Ask its operator, or enter another node.`,
  moved: (host: string) => `The node at ${host} has moved. Enter its new address.`,
  'not-a-node': (host: string) => `There is no network node at ${host}. Check the address.`,
  'too-long': (host: string) => `The node at ${host} sent too much data. Enter another node.`,
} as const;

/** Why the network shows or gives nothing. */
export const notFromNetwork = {
  'no-block-yet': 'The service’s record names no block yet. Try again later.',
  'no-place': 'The service’s record does not say where in the block it is.',
  'unknown-block': 'The node does not know this block and may belong to another network. Enter another node.',
  pruned: 'The node no longer has the contents of this block. Enter an archive node, which keeps all blocks.',
  'node-contradicts-itself': 'The node’s answers contradict each other, so they were not used. Enter another node.',
  'nothing-to-compare': 'Neither the record nor this computer has a hash to check the contents.',
  'may-be-encrypted':
    'The network has what the service recorded, which differs from your file. The service encrypted it or submitted something else. Ask its operator.',
  blob: 'The bytes are not in the transaction: the network keeps them as a blob, so only the service has them. Try again later.',
  'not-final': 'Its block is not final yet. Try again in a minute.',
  'other-transaction': 'The block has a different transaction at this place than the record says.',
  'other-bytes': 'The network has different contents than were submitted, so nothing was saved.',
} as const;
