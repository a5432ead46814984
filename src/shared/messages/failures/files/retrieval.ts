import type { retrievalFailures } from '../../../failures/retrieval-failures.ts';
import { visibleName } from '../../../text.ts';
import type { FailureMessages } from '../messages-of-codes.ts';

export const retrievalMessages: FailureMessages<keyof typeof retrievalFailures> = {
  'bytes-differ': (values) =>
    `${differing(values)} other bytes than were submitted, so nothing was saved. ${whatNext(values)}`,
  'bytes-gone':
    'This is in a block, but the service does not have the bytes any more. Set a node of the network for the account, under Accounts, and try again: then they come from the network itself.',
  'decrypted-differs':
    'What came out of the decryption is not what its list of contents says, so nothing was saved. Ask whoever submitted it.',
  'no-downloads-folder':
    'Your Downloads folder cannot be written to. Check that it is there and that its drive is connected, or choose another one under Preferences. Then try again.',
  'no-room-in-downloads':
    'There is not enough room on the disk of your Downloads folder. Make room, then try again: what is already there is not downloaded again.',
  'no-room-for-download':
    'There is not enough room on the disk of Dropslip’s data, where a download is put together. Free some space, then try again: what is already there is not downloaded again.',
  'not-in-block': 'This is not in a block yet, so the network does not have it. Try again later.',
  'not-retrieved': 'The download failed. Try again. The details say what happened.',
  'retrieval-declined': 'It was not saved, because it could not be checked.',
  'retrieval-gone': 'This is no longer on the list. Download it again.',
  'retrieval-not-written': 'The disk did not take the file. Check the drive, then try again.',
  'saved-gone': 'What was saved is no longer there: it was moved, renamed or deleted. Download it again.',
  'too-many-retrievals': ({ most }) => `${most} are already on their way back. Wait until some of them are done.`,
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
      return `Put together, the parts${file} are`;
  }
}

function whatNext({ what, network }: Differing): string {
  if (what === 'file' || what === 'whole') return 'Its manifest is not true. Ask whoever submitted it.';
  return network === 'not-set'
    ? 'Set a node of the network for the account, under Accounts, and try again: then the bytes come from the network itself.'
    : 'The network was asked as well. Tell the service’s operator.';
}
