import { formatUnits, groupDigits, longestSum, roundedUp, type Separators, wholeUnits } from '../amounts.ts';
import type { Vouched, VouchedCheck } from '../bridge/receipts.ts';
import type { AddNote, LeftOut, RowReaders } from '../bridge/submissions.ts';
import type { Failure, FailureCode, FailureValues } from '../failures/failure.ts';
import {
  allOf,
  type BatchCounts,
  type BatchStatus,
  batchStatuses,
  type WaitingFor,
  withReceipt,
} from '../submissions/batch-status.ts';
import { type Cost, CREDITS, type EstimatedCost } from '../submissions/cost.ts';
import type { PartPlace, PartsProgress } from '../submissions/parts.ts';
import { rowText, visibleName } from '../text.ts';
import { timeInWords } from '../time.ts';
import { accountProblemWords } from './accounts.ts';
import { failureMessage } from './failures/failure-message.ts';

export function readersWords(readers: RowReaders): string {
  if (readers.kind === 'passphrase') return 'Only people with the passphrase';
  return readers.count === 1 ? 'Only people with the key' : `Only people with one of ${readers.count} keys`;
}

export function addNoteWords(note: AddNote): string {
  switch (note.kind) {
    case 'nowhere':
      return 'That is not a file on this computer. Save it to a folder, then drop it from there.';
    case 'own-folder':
      return 'Dropslip’s own folder was left out. To submit a file from it, copy the file to another folder and drop it from there.';
    case 'empty-folder':
      return `“${visibleName(note.folder)}” has no files in it, so there is nothing to submit.`;
    case 'unreadable-folder':
      return `“${visibleName(note.folder)}” could not be opened. Check that it is still there and that you have permission to read it, then add it again.`;
    case 'endless-folder':
      return `“${visibleName(note.folder)}” has more files than Dropslip allows, so none were added. Add them in several folders.`;
    case 'rest-of-folder':
      return `“${visibleName(note.folder)}” has more files and folders than Dropslip allows, so not all were added. Add the rest in several folders.`;
  }
}

/** Null if nothing was left out. */
export function leftOutWords({ files, folders }: LeftOut): string | null {
  if (files + folders === 0) return null;
  const counted = [
    ...(files === 0 ? [] : [files === 1 ? '1 hidden file' : `${files} hidden files`]),
    ...(folders === 0 ? [] : [folders === 1 ? '1 hidden folder' : `${folders} hidden folders`]),
  ].join(' and ');
  return `${counted} ${files + folders === 1 ? 'was' : 'were'} left out. To submit ${files + folders === 1 ? 'it' : 'them'} too, drop ${files + folders === 1 ? 'it' : 'them'} without the folder.`;
}

type Count = (count: number) => string;

export type BatchFact = { readonly text: string; readonly tone: 'plain' | 'warn' | 'bad' };

/** The status of files, after `is`, `are` or their number. */
const statusWords: { readonly [Status in BatchStatus]: string } = {
  toGo: 'still to be sent',
  sending: 'being sent',
  checking: 'being checked',
  submitted: 'submitted',
  delayed: 'delayed',
  confirmed: 'confirmed',
  rejected: 'not submitted',
  incomplete: 'incomplete',
  notKnown: 'uncertain',
  cancelled: 'cancelled',
  paused: 'paused',
  undecided: 'waiting for your decision',
};

/**
 * The state of a batch in one line. Only files with a receipt count as submitted. A folder in one row counts as one
 * file.
 */
export function batchHeadline(counts: BatchCounts, count: Count): string {
  const all = allOf(counts);
  const there = withReceipt(counts);
  const only = batchStatuses.find((status) => counts[status] === all);
  if (only === undefined && there < all) return `${count(there)} of ${count(all)} files submitted`;
  const words = statusWords[only ?? 'submitted'];
  if (all === 1) return `Your file is ${words}`;
  return `${all === 2 ? 'Both' : `All ${count(all)}`} files are ${words}`;
}

const openStatuses: readonly (readonly [BatchStatus, BatchFact['tone']])[] = [
  ['checking', 'plain'],
  ['undecided', 'warn'],
  ['notKnown', 'warn'],
  ['rejected', 'bad'],
  ['incomplete', 'bad'],
  ['delayed', 'warn'],
  ['paused', 'plain'],
  ['cancelled', 'plain'],
];

/**
 * Facts that the headline omits. `readsRecords`: false if the account cannot read records, and so never learns of a
 * block.
 */
export function batchFacts(counts: BatchCounts, count: Count, readsRecords = true): readonly BatchFact[] {
  const all = allOf(counts);
  const toSend = counts.toGo + counts.sending;
  const facts: BatchFact[] = [];
  if (toSend > 0 && toSend < all && toSend + withReceipt(counts) < all) {
    facts.push({ text: `${count(toSend)} ${statusWords.toGo}`, tone: 'plain' });
  }
  for (const [status, tone] of openStatuses) {
    const files = counts[status];
    if (files > 0 && files < all) facts.push({ text: `${count(files)} ${statusWords[status]}`, tone });
  }
  if (toSend === 0 && counts.submitted > 0 && readsRecords) {
    const number = counts.submitted === all ? '' : `${count(counts.submitted)} `;
    facts.push({ text: `${number}waiting for a block`, tone: 'plain' });
  }
  return facts;
}

type Trouble = NonNullable<PartsProgress['trouble']>;

const plainCount: Count = String;

/** The name of a part within a sentence: `part 4`, `part 3 of 12`. The manifest is not called a part. */
export function partName({ number, kind }: PartPlace, total: number | null = null, count = plainCount): string {
  if (kind === 'manifest') return 'the manifest';
  return total === null ? `part ${count(number)}` : `part ${count(number)} of ${count(total)}`;
}

/** A part with the name of its file: `part 3 of 12 of holiday.mp4`. `name`: already cleaned. */
export function partOfName(part: PartPlace, total: number | null, name: string, count = plainCount) {
  return `${partName(part, total, count)} of ${name}`;
}

/** The progress of a row in parts: `In 12 parts, 7 submitted`. */
export function partsSubmitted({ total, counts }: Pick<PartsProgress, 'total' | 'counts'>, count = plainCount): string {
  return `In ${partsCount(total, count)}, ${count(withReceipt(counts))} submitted`;
}

export function partsCount(total: number, count = plainCount): string {
  return total === 1 ? '1 part' : `${count(total)} parts`;
}

/** The submitted parts of an incomplete row: `7 of 12 parts are with the service`; null if there are none. */
export function partsThere(
  { total, counts }: Pick<PartsProgress, 'total' | 'counts'>,
  count = plainCount,
): string | null {
  const there = withReceipt(counts);
  if (there === 0) return null;
  return `${count(there)} of ${partsCount(total, count)} ${there === 1 ? 'is' : 'are'} with the service`;
}

/** The problem of a part, as a sentence without its end: `Part 4 was refused`. */
export function troubleWords(trouble: Trouble, count = plainCount): string {
  const name = partName(trouble, null, count);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${troubles[trouble.status]}`;
}

const troubles: { readonly [Status in Trouble['status']]: string } = {
  rejected: 'was not submitted',
  notKnown: 'may have been accepted',
  checking: 'is being checked with the service',
  delayed: 'is delayed',
};

export function waitingWords(waiting: WaitingFor, now: number): string {
  switch (waiting.kind) {
    case 'user':
      return personWords(waiting.paused, waiting.undecided);
    case 'team':
      return 'The team’s database can’t be reached, so nothing new is sent. Dropslip keeps trying.';
    case 'disk':
      return 'The disk is full or cannot be written to. Free some space to continue.';
    case 'account':
      return waiting.trouble === null
        ? 'The account is not ready yet. Sending starts as soon as it is.'
        : accountProblemWords(waiting.trouble);
    case 'next-try':
      return nextTryWords(waiting.code, timeInWords(waiting.until, now));
    case 'unreachable':
      return `${unreachableWords(waiting.failure)} Dropslip keeps trying.`;
  }
}

function personWords(paused: number, undecided: number): string {
  if (undecided === 0) return 'The rest is paused until you resume it.';
  return paused === 0 ? 'The rest waits for your decision.' : 'The rest is paused or waits for your decision.';
}

/** Names only problems that the user can solve. In all other cases the user can only wait. */
export function unreachableWords(failure: Failure | null): string {
  const why = failure?.code === 'unreachable' ? failure.values?.why : undefined;
  const isNamed = failure !== null && why !== undefined && namedReasons.has(why);
  return isNamed ? failureMessage(failure) : 'The service can’t be reached.';
}

const namedReasons: ReadonlySet<FailureValues['unreachable']['why']> = new Set([
  'broke-off-sending',
  'address-not-valid',
  'untrusted',
  'insecure',
  'proxy',
  'proxy-unusable',
]);

function nextTryWords(code: FailureCode, time: string): string {
  switch (code) {
    case 'rate-limited':
      return `The service asks for a pause. Sending continues at ${time}.`;
    case 'unavailable':
    case 'server-error':
      return `The service cannot accept files right now. Dropslip tries again at ${time}.`;
    default:
      return `The service did not accept the last file. Dropslip tries again at ${time}.`;
  }
}

/** States that a receipt relies on the user's confirmation. `at`: its time as text. */
export function vouchedWords({ check }: Vouched, at: string): string {
  return `The user who submitted the file confirmed on ${at} that it has this id: ${vouchedCheckWords[check]}.`;
}

const vouchedCheckWords: { readonly [Check in VouchedCheck]: string } = {
  unchecked: 'the service’s record could not be read at that time',
  'no-hash': 'the service’s record had no hash to compare the file with',
  'hash-unknown': 'the service’s record has a kind of hash that can’t be compared with the file',
};

type Words = { readonly title: string; readonly body: string };

/** The text for the end of a batch; null if there is nothing to report, because the user ended it. */
export function batchEndWords(counts: BatchCounts, separators: Separators, readsRecords = true): Words | null {
  const { rejected, incomplete, delayed, notKnown, undecided } = counts;
  const wrong = rejected + incomplete + delayed + notKnown;
  if (withReceipt(counts) + wrong + undecided === 0) return null;
  const count = (files: number): string => separators.whole(files);
  const facts = batchFacts(counts, count, readsRecords).map(({ text }) => text);
  const open = wrong > 0 ? 'Open Dropslip to see why.' : 'Open Dropslip to decide.';
  const receipts = withReceipt(counts) === 1 ? 'Its receipt is in the list.' : 'Their receipts are in the list.';
  const end = wrong + undecided > 0 ? open : receipts;
  return {
    title: batchHeadline(counts, count),
    body: facts.length === 0 ? end : `${sentence(facts.join(', '))} ${end}`,
  };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Plain decimal text (`1234567.5`) with separators. A text that is not an amount stays as the service wrote it. */
export function decimalWords(plain: string, separators: Separators): string {
  const grouped = groupDigits(plain, separators);
  return grouped === plain ? rowText(plain) : grouped;
}

/** Whole base units as whole tokens, exact to the last digit. `decimals` is 0–36. */
export function tokenWords(baseUnits: string, decimals: number, separators: Separators): string {
  const value = wholeUnits(baseUnits);
  return value === null ? rowText(baseUnits) : groupDigits(formatUnits(value, decimals), separators);
}

/** A cost as text, exact to the last digit: `0.0042 ethereum`, or base units if the decimals are unknown. */
export function costWords({ amount, token, decimals }: Cost, separators: Separators): string {
  const unit = token === null ? '' : ` ${token}`;
  if (!/^\d+$/.test(amount) || amount.length > longestSum) return `${decimalWords(amount, separators)}${unit}`;
  if (decimals === null) {
    return `${decimalWords(amount, separators)} base unit${amount === '1' ? '' : 's'}${token === null ? '' : ` of ${token}`}`;
  }
  return `${tokenWords(amount, decimals, separators)}${unit}`;
}

/** `104,857,600 credits added`; without the number if the service does not state it. */
export function creditsAdded(credits: string | null, separators: Separators): string {
  if (credits === null) return 'Credits added';
  return `${costWords({ amount: credits, token: CREDITS, decimals: 0 }, separators)} added`;
}

const accuracyWords = { exact: '', 'at-most': 'at most ' } as const;

/** An estimate as text, rounded the same way everywhere: `about 0.031 ethereum`, `2,048 credits`. */
export function estimateWords({ accuracy, cost }: EstimatedCost, separators: Separators): string {
  const token = cost.token === null ? null : rowText(cost.token, 60);
  const amount = accuracy === 'exact' ? cost.amount : roundedUp(cost.amount);
  return `${accuracy === undefined ? 'about ' : accuracyWords[accuracy]}${costWords({ ...cost, token, amount }, separators)}`;
}
