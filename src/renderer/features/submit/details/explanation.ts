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
    'Dropslip goes on from a copy of its data, which knows nothing of what was submitted since. So it reads the service’s records before it sends this file, and goes on by itself.',
  'next-try':
    'This file was tried again a moment ago. Dropslip lets a few seconds pass before it sends it once more, so that no service gets the same file over and over, and goes on by itself.',
} as const;

const otherExplanations: { readonly [Of in OtherContent['of']]: string } = {
  'known-file':
    'The service’s record names other content than this file’s: the hash is that of another file of this account. Keep the receipt, and ask the operator of the service what was stored.',
  unknown:
    'The service’s record names other content than this file’s. A service that encrypts what it is given does that; if yours does not, something else was stored. Keep the receipt, and ask the operator of the service.',
};

const keccakNotMadeExplanation =
  'The service’s record names other content than this file’s, or this file by its Keccak-256, which Dropslip has not taken. A service that encrypts what it is given names other content; if yours does not, and has no Keccak-256 in its records, something else was stored. Keep the receipt, and ask the operator of the service.';

/** What a state means for the person, in one or two sentences: the first thing under Details. */
export function explanation(state: SubmissionState, readsRecords = true): string {
  if (state.kind === 'submitted' && !readsRecords) return submittedUnseen;
  if (state.kind === 'paused') return pauseExplanations[state.why.kind];
  if (state.kind === 'waiting' && state.awaits !== undefined) return awaitsExplanations[state.awaits];
  if (state.kind === 'confirmed' && state.other?.keccakNotMade === true) return keccakNotMadeExplanation;
  if (state.kind === 'confirmed' && state.other !== undefined) return otherExplanations[state.other.of];
  if (state.kind === 'retrying' && state.reason.code === 'unreachable') {
    return `${unreachableWords(state.reason)} This file waits, and goes out by itself as soon as there is a connection.`;
  }
  return state.kind === 'unsettled' ? checkExplanation(state.check, readsRecords) : explanations[state.kind];
}

const submittedUnseen =
  'The service accepted the file, and this is its receipt. Add an access token to see when it is in a block and what it cost.';

const pauseExplanations: { readonly [Kind in PauseReason['kind']]: string } = {
  'by-person': 'This file waits until you resume it. Waiting costs nothing.',
  unapproved:
    'Before it is submitted, Dropslip asks you about the files that were added with it: how many they are, what they cost and which account pays. Nothing is sent until you say so, above the list.',
  duplicate:
    'The service cannot tell a repeat from a new file: submitting it again is paid for again. Nothing has been spent on this one so far.',
  'beyond-spending-limit':
    'You asked Dropslip to stop here: with this file the drop would cost more than your spending limit. Nothing is sent until you say so.',
  'since-copy':
    'Dropslip goes on from a copy of its data, and the service’s records, which alone tell what was submitted since the copy was made, do not tell it for sure. If this file was, it is paid for twice. Nothing is sent until you say so.',
};

const explanations: { readonly [Kind in Exclude<SubmissionStateKind, 'paused' | 'unsettled'>]: string } = {
  waiting: 'This file is in the queue. It is sent as soon as it is its turn.',
  preparing: 'Dropslip is reading the file and taking its digests. Nothing has left your computer yet.',
  sending: 'The file is on its way. You hold a receipt as soon as the service has all of it.',
  retrying: 'The service could not take the file just now. Dropslip tries again by itself; there is nothing to do.',
  cancelled: 'You stopped this file before it was sent. Stopping it cost nothing.',
  // The cost of an earlier try may be unknown.
  rejected: 'The last try to submit this file failed, and cost nothing.',
  submitted:
    'The service took the file and gave you this receipt. It is confirmed in a block soon; nothing more to do.',
  confirmed: 'The file is in a block. This is its full record, to keep or to hand on.',
  'in-parts':
    'The file is larger than the service accepts, so it is sent in parts. Each part has its own receipt and is never sent twice.',
  incomplete:
    'Parts of this file are with the service, and one could not be submitted. What is there stays: go on, and only the rest is sent.',
  delayed:
    'The service took the file and gave you this receipt, but its last try to put it in a block failed. It tries again by itself, and Dropslip looks for the block. If you submit the file again, you may pay twice.',
};

/** Nothing is said of looking further where no look can tell. */
function checkExplanation(check: Check, readsRecords: boolean): string {
  if (check.kind === 'checking')
    return 'Dropslip is looking in the service’s records for what became of it. Nothing is sent again until that is known, and there is nothing for you to do.';
  const notAgain = 'Sending it again could mean paying twice, so Dropslip does not do that by itself.';
  const sayHere = 'If you know what became of this file, say so here.';
  if (!readsRecords) return `${tokenFirst} ${notAgain} ${sayHere}`;
  return check.why === 'no-records'
    ? `${notAgain} ${sayHere}`
    : `${notAgain} It looks again from time to time. ${sayHere}`;
}

const tokenFirst = 'With an access token, added under Accounts, Dropslip looks it up by itself.';

/** Why nobody knows what became of a file. Without an access token nothing else counts: it may be all that is missing. */
export function cannotTellReason(why: CannotTell, readsRecords: boolean): string {
  return readsRecords
    ? cannotTellReasons[why]
    : 'Whether it arrived stands in the service’s records. Dropslip needs an access token to read them, and this account has none.';
}

const cannotTellReasons: { readonly [Why in CannotTell]: string } = {
  'no-records':
    'The service shows this account no records, so Dropslip can’t look it up. Its operator can: ask for the submission id.',
  'records-unreadable':
    'The service’s records can’t be read: they are refused to this account, can’t be understood, or stay out of reach. Its operator can look it up.',
  'list-incomplete':
    'The service’s list is not complete, so a file that is missing from it may have arrived all the same.',
  'hash-unknown': 'A record that may be this file carries a hash of a kind that can’t be checked here.',
  'hash-missing': 'A record that may be this file still has no hash to compare.',
  indistinguishable: 'Several records, or several of your files, fit equally well.',
  'same-bytes-before': 'The only record with these bytes is from before this file was sent.',
  'listing-unproven':
    'None of this account’s receipts has been seen in the service’s list yet, so a file that is missing from it may have arrived all the same.',
};
