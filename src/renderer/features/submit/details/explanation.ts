import { unreachableWords } from '../../../../shared/messages/submissions/waiting.ts';
import type {
  CannotTell,
  Check,
  OtherContent,
  PauseReason,
  SubmissionState,
  SubmissionStateKind,
} from '../../../../shared/submissions/submission-state.ts';

const awaitsExplanations = {
  records:
    'Dropslip’s data was restored from a copy. Dropslip reads the service’s records before it sends this file, and continues automatically.',
  'next-try': 'This file was tried again a moment ago. Dropslip waits a few seconds and continues automatically.',
} as const;

const otherExplanations: { readonly [Of in OtherContent['of']]: string } = {
  'known-file':
    'The service’s record has the hash of another file of this account. Keep the receipt, and ask the service’s operator what was stored.',
  unknown:
    'The service’s record has a different hash than this file. That is normal if the service encrypts files. If it does not, keep the receipt and ask the service’s operator.',
};

export function explanation(state: SubmissionState, readsRecords = true): string {
  if (state.kind === 'submitted' && !readsRecords) return submittedUnseen;
  if (state.kind === 'paused') return pauseExplanations[state.why.kind];
  if (state.kind === 'waiting' && state.awaits !== undefined) return awaitsExplanations[state.awaits];
  if (state.kind === 'confirmed' && state.other !== undefined) return otherExplanations[state.other.of];
  if (state.kind === 'retrying' && state.reason.code === 'unreachable') {
    return `${unreachableWords(state.reason)} This file is sent automatically when there is a connection.`;
  }
  return state.kind === 'unsettled' ? checkExplanation(state.check, readsRecords) : explanations[state.kind];
}

const submittedUnseen =
  'The service accepted the file, and this is its receipt. Add an access token to see when it is in a block and what it cost.';

const pauseExplanations: { readonly [Kind in PauseReason['kind']]: string } = {
  'by-person': 'This file waits until you resume it. Waiting costs nothing.',
  unapproved:
    'Nothing is sent until you approve it above the list. You see how many files there are, what they cost and which account pays.',
  duplicate: 'If you submit it again, you pay again. Nothing has been spent on this one so far.',
  'beyond-spending-limit':
    'With this file, the drop would cost more than your spending limit. Nothing is sent until you approve it.',
  'since-copy':
    'Dropslip’s data was restored from a copy, and this file may have been submitted since. If it was, you pay twice. Nothing is sent until you decide.',
};

const explanations: { readonly [Kind in Exclude<SubmissionStateKind, 'paused' | 'unsettled'>]: string } = {
  waiting: 'This file is in the queue. It is sent as soon as it is its turn.',
  preparing: 'Dropslip is reading the file and computing its digests. Nothing has left your computer yet.',
  sending: 'The file is being sent. You get a receipt as soon as the service has all of it.',
  retrying: 'The service could not accept the file right now. Dropslip tries again automatically.',
  cancelled: 'You stopped this file before it was sent. Stopping it cost nothing.',
  // The cost of an earlier try may be unknown.
  rejected: 'The last try to submit this file failed, and cost nothing.',
  submitted: 'The service accepted the file, and this is its receipt. It will be confirmed in a block soon.',
  confirmed: 'The file is in a block. This is its full record.',
  'in-parts':
    'The file is larger than the service accepts, so it is sent in parts. Each part has its own receipt and is never sent twice.',
  incomplete: 'One part of this file could not be submitted. Continue to send only the rest.',
  delayed:
    'The service accepted the file and gave you this receipt, but its last attempt to put it in a block failed. It tries again automatically, and Dropslip looks for the block. If you submit the file again, you may pay twice.',
};

/** Nothing is said of looking further where no look can tell. */
function checkExplanation(check: Check, readsRecords: boolean): string {
  if (check.kind === 'checking')
    return 'Dropslip is looking for it in the service’s records. Nothing is sent again until the result is known.';
  const notAgain = 'Sending it again could mean paying twice, so Dropslip does not do it automatically.';
  const sayHere = 'If you know what happened to it, choose it here.';
  if (!readsRecords) return `${tokenFirst} ${notAgain} ${sayHere}`;
  return check.why === 'no-records'
    ? `${notAgain} ${sayHere}`
    : `${notAgain} It looks again from time to time. ${sayHere}`;
}

const tokenFirst = 'Add an access token under Accounts to look it up automatically.';

/** Why nobody knows what became of a file. Without an access token nothing else counts: it may be all that is missing. */
export function cannotTellReason(why: CannotTell, readsRecords: boolean): string {
  return readsRecords
    ? cannotTellReasons[why]
    : 'The service’s records show if it arrived. Dropslip needs an access token to read them, and this account has none.';
}

const cannotTellReasons: { readonly [Why in CannotTell]: string } = {
  'no-records':
    'The service shows this account no records, so Dropslip can’t look it up. Ask its operator for the submission id.',
  'records-unreadable': 'The service’s records can’t be read with this account. The service’s operator can look it up.',
  'list-incomplete': 'The service’s list is not complete, so a file that is missing from it may still have arrived.',
  'hash-unknown': 'A record that may be this file has a kind of hash that can’t be checked here.',
  'hash-missing': 'A record that may be this file still has no hash to compare.',
  indistinguishable: 'Several records or several of your files match.',
  'same-bytes-before': 'The only matching record is older than this file.',
  'listing-unproven':
    'None of this account’s receipts has been seen in the service’s list yet, so a file that is missing from it may still have arrived.',
};
