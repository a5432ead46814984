import type { retrievalFailures } from '../../../failures/retrieval-failures.ts';
import { visibleName } from '../../../text.ts';
import type { FailureMessages } from '../messages-of-codes.ts';

export const retrievalMessages: FailureMessages<keyof typeof retrievalFailures> = {
  'bytes-differ': (values) =>
    `${differing(values)} different contents than were submitted, so nothing was saved. ${whatNext(values)}`,
  'bytes-gone':
    'This is in a block, but the service no longer has the file. Set a network node for the account under Accounts, then try again to download from the network.',
  'decrypted-differs': 'The decrypted contents do not match their manifest, so nothing was saved. Ask the sender.',
  'no-downloads-folder':
    'Your Downloads folder cannot be written to. Connect its drive or choose another folder under Preferences, then try again.',
  'no-room-in-downloads':
    'There is not enough space on the disk of your Downloads folder. Free some space, then try again. What is already downloaded is kept.',
  'no-room-for-download':
    'There is not enough space on the disk of Dropslip’s data, where downloads are prepared. Free some space, then try again. What is already downloaded is kept.',
  'not-in-block': 'This is not in a block yet, so the network does not have it. Try again later.',
  'not-retrieved': 'The download failed. Try again. The details say what happened.',
  'retrieval-declined': 'It was not saved, because it could not be checked.',
  'retrieval-gone': 'This is no longer in the list. Download it again.',
  'retrieval-not-written': 'The file could not be written to the disk. Check the drive, then try again.',
  'saved-gone': 'The saved file was moved, renamed or deleted. Download it again.',
  'too-many-retrievals': ({ most }) => `${most} downloads are already in progress. Wait until some of them are done.`,
};

type Differing = Parameters<(typeof retrievalMessages)['bytes-differ']>[0];

function differing({ what, name, part, parts, from }: Differing): string {
  const file = name === null ? '' : ` of “${visibleName(name)}”`;
  switch (what) {
    case 'submission':
      return `The ${from} gave${name === null ? '' : ` for “${visibleName(name)}”`}`;
    case 'part':
      return `For part ${part ?? 0} of ${parts ?? 0}${file}, the ${from} gave`;
    case 'file':
    case 'whole':
      return `Put together, the parts${file} have`;
  }
}

function whatNext({ what, network }: Differing): string {
  if (what === 'file' || what === 'whole') return 'The manifest is wrong. Ask the sender.';
  return network === 'not-set'
    ? 'Set a network node for the account under Accounts, then try again to download from the network.'
    : 'The network has the same contents. Tell the service’s operator.';
}
