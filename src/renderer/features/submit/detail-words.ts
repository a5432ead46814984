import type { Attempt, Submission, SubmissionDetails } from '../../../shared/bridge/submissions.ts';
import { failureFact, failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { partName, partsCount, readersWords, unreachableWords } from '../../../shared/messages/submissions.ts';
import { withReceipt } from '../../../shared/submissions/batch-status.ts';
import type { Part, PartsProgress } from '../../../shared/submissions/parts.ts';
import type {
  CannotTell,
  Check,
  OtherContent,
  PauseReason,
  SubmissionState,
  SubmissionStateKind,
} from '../../../shared/submissions/submission-state.ts';
import { cleanText } from '../../../shared/text.ts';
import { formatCost, formatCount, formatSize } from '../../ui/format.ts';
import {
  codeField,
  extraFields,
  type Field,
  type FieldSection,
  fieldLine,
  momentField,
  plainField,
  present,
  technicalFields,
} from '../../ui/record-sections.ts';

export const outcomeWords: { readonly [Outcome in Attempt['outcome']]: string } = {
  'under-way': 'Under way',
  accepted: 'The service accepted it',
  refused: 'The service did not accept it',
  'not-sent': 'It did not reach the service',
  unknown: 'It was sent, but no clear answer came',
  interrupted: 'Interrupted',
};

/** What everybody asks of a submission as labelled text, in the order of the screen. Nothing unknown is listed. */
export function detailSections(details: SubmissionDetails): readonly FieldSection[] {
  return filled([
    { title: 'Receipt', fields: receiptFields(details) },
    { title: 'File', fields: fileFields(details) },
  ]);
}

/** All the rest that is known: digests, the chain’s hashes, figures as the service says them. */
export function technicalSections(details: SubmissionDetails): readonly FieldSection[] {
  const { record } = details;
  return filled([
    { title: 'Record', fields: record ? technicalFields(record) : [] },
    { title: 'Content of the file', fields: contentFields(details) },
    { title: 'More from the service', fields: record ? extraFields(record) : [] },
  ]);
}

const filled = (sections: readonly FieldSection[]): readonly FieldSection[] =>
  sections.filter(({ fields }) => fields.length > 0);

/** The whole of it as plain text, for an e-mail or a ticket. No text from outside can pass for a line of its own. */
export function detailsAsText(details: SubmissionDetails): string {
  const lines = [cleanText(details.submission.name)];
  for (const section of [...detailSections(details), ...technicalSections(details)]) {
    lines.push('', section.title, ...section.fields.map(({ label, copy }) => fieldLine(label, copy)));
  }
  if (details.attempts.length > 0) lines.push('', 'Attempts', ...details.attempts.map(attemptAsText));
  const { state } = details.submission;
  const reason = 'reason' in state ? state.reason : null;
  if (reason) {
    lines.push(
      '',
      'What happened',
      cleanText(state.kind === 'unsettled' ? failureFact(reason) : failureMessage(reason)),
      ...(reason.detail ? [cleanText(reason.detail)] : []),
    );
  }
  return `${lines.join('\n')}\n`;
}

export function attemptWords({ failures, detail }: Attempt): string {
  const lines = failures.flatMap((failure) => [failureFact(failure), failure.detail]);
  return [...lines, detail].filter((line) => line !== undefined && line !== null).join('\n');
}

function attemptAsText(attempt: Attempt): string {
  const until = attempt.endedAt ? ` to ${attempt.endedAt}` : '';
  const words = attemptWords(attempt);
  const detail = words === '' ? '' : ` — ${cleanText(words)}`;
  return `${attempt.number}: ${attempt.startedAt}${until}: ${outcomeWords[attempt.outcome]}${detail}`;
}

function receiptFields({ submission, record }: SubmissionDetails): readonly Field[] {
  const { state, cost } = submission;
  const other = state.kind === 'confirmed' && state.other !== undefined ? state.other.dataHash : null;
  return present([
    ['Submission id', 'submissionId' in state ? state.submissionId : null, codeField],
    ['Submitted', state.kind === 'submitted' ? (state.at ?? null) : null, momentField],
    ['Seen confirmed', state.kind === 'confirmed' ? (state.at ?? null) : null, momentField],
    ['Content that the record names', other, codeField],
    ['Cost', cost ? formatCost(cost) : null, plainField],
    ['The service says', record?.error ?? null, plainField],
    ['Time of the record', record?.createdAt ?? null, momentField],
  ]);
}

function fileFields({ submission, path }: SubmissionDetails): readonly Field[] {
  return present([
    ['Size', submission.size === null ? null : formatSize(submission.size), plainField],
    ['Can be read by', submission.readers === undefined ? null : readersWords(submission.readers), plainField],
    ['Path', path, codeField],
    ['Parts', submission.parts === null ? null : partsLine(submission.parts), plainField],
    ['Added', submission.addedAt, momentField],
  ]);
}

/** `13, 8 submitted`. */
function partsLine({ total, counts }: PartsProgress): string {
  const there = withReceipt(counts);
  return there === total ? formatCount(total) : `${formatCount(total)}, ${formatCount(there)} submitted`;
}

function contentFields({ submission, keccak256, blake2b256, sha256 }: SubmissionDetails): readonly Field[] {
  return present([
    ['Size in bytes', submission.size === null ? null : String(submission.size), plainField],
    ['Keccak-256', keccak256, codeField],
    ['BLAKE2b-256', blake2b256, codeField],
    ['SHA-256', sha256, codeField],
  ]);
}

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

const nouns = { file: 'file', folder: 'folder' } as const;

/** What a state means for what goes in parts; null where it means what it does for any file. `readsRecords`: its account can. */
export function partsExplanation(
  { state, parts, content }: Pick<Submission, 'state' | 'parts' | 'content'>,
  readsRecords: boolean,
): string | null {
  if (parts === null) return null;
  const noun = nouns[content];
  const someThere = withReceipt(parts.counts) > 0;
  switch (state.kind) {
    case 'waiting':
    case 'preparing':
      if (state.kind === 'waiting' && state.awaits !== undefined) return null;
      return `This ${noun} is larger than the service accepts, so it will be sent in parts. Each part gets its own receipt and is never sent twice. You can pause or cancel at any time.`;
    case 'in-parts':
      return `The ${noun} is larger than the service accepts, so it is sent in parts. Each part has its own receipt and is never sent twice.`;
    case 'incomplete':
      if (state.reason.code === 'parts-elsewhere') {
        return `Parts of this ${noun} are with this account’s previous service. Restore that address under Accounts to send only the rest, or start over and pay for all of it again. Dropslip asks you first.`;
      }
      return parts.trouble?.status === 'notKnown'
        ? `It is uncertain if the service accepted a part of this ${noun}. Sending it again could mean paying twice, so Dropslip does not do it automatically. If you know what happened to it, choose it at the part below.`
        : `One part of this ${noun} could not be submitted. Continue to send only the rest. You do not pay again for the other parts.`;
    case 'paused':
      return state.why.kind === 'by-person' && someThere
        ? `The rest of this ${noun} waits until you resume it. Waiting costs nothing.`
        : null;
    case 'cancelled':
      return someThere
        ? `You cancelled this ${noun} while it was being sent. You paid for the parts that are with the service. Retry to send only the rest.`
        : null;
    case 'rejected':
      return someThere
        ? `The rest of this ${noun} was not submitted. You paid for the parts that are with the service.`
        : null;
    case 'submitted':
      return readsRecords
        ? `The service accepted all parts of this ${noun} and the manifest, which lists them. They will be confirmed in a block soon.`
        : `The service accepted all parts of this ${noun} and the manifest, which lists them. Add an access token to see when they are in a block and what they cost.`;
    case 'confirmed':
      return state.other?.part === undefined
        ? `All parts of this ${noun} and the manifest, which lists them, are in blocks. Use the manifest’s submission id to download the whole ${noun}.`
        : `The service’s record of ${partName(state.other.part)} has a different hash than that part. That is normal if the service encrypts files. Download the ${noun} to check: different contents are never saved. Keep the receipt, and ask the service’s operator.`;
    default:
      return null;
  }
}

export function whyInParts({ partSize, total }: PartsProgress, content: Submission['content']): string {
  return `The largest upload is ${formatSize(partSize)}, so this ${content} is sent in ${partsCount(total, formatCount)}.`;
}

export const manifestSentence = 'The last one is the manifest, which lists the others in order.';

/** `Part 4`, `Manifest`. */
export function partTitle(part: Pick<Part, 'number' | 'kind'>): string {
  return part.kind === 'manifest' ? 'Manifest' : upper(partName(part, null, formatCount));
}

export function partFacts({ size, attempts, cost, wasThere }: Part): readonly string[] {
  const facts = [
    formatSize(size),
    attempts > 1 ? `${formatCount(attempts)} attempts` : null,
    wasThere ? 'was already there, not paid for again' : null,
    cost === null || wasThere ? null : formatCost(cost),
  ];
  return facts.filter((fact) => fact !== null);
}

/** What of the row was not made yet; null where all was. */
export function stillToCome(made: number, { total }: PartsProgress): string | null {
  const left = total - made;
  if (left <= 0) return null;
  return left === 1 ? '1 more follows.' : `${formatCount(left)} more follow.`;
}

const upper = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
