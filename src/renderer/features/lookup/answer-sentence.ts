import type { Match, PastedAnswer, SearchAnswer } from '../../../shared/bridge/lookup.ts';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { partsThere } from '../../../shared/messages/submissions.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';
import { visibleName } from '../../../shared/text.ts';
import { dateFormat } from '../../../shared/time.ts';
import { formatCost, formatCount, type Place } from '../../ui/format.ts';
import type { ListView } from './lookup-state.ts';
import type { PastedEntry } from './lookup-text.ts';
import { fileNamed, formatWhen, matchWords } from './lookup-words.ts';

/**
 * What a search found, as it goes into a ticket: of one submission the answer and its id, of several how many there are
 * (`title`) and a line for each that is shown.
 */
export function matchesSentence(
  { matches, more }: Pick<SearchAnswer, 'matches' | 'more'>,
  title: string,
  accountName: AccountNames,
  place: Place = {},
): string {
  const [only] = matches;
  if (only !== undefined && matches.length === 1 && !more) return matchSentence(only, accountName, place);
  return [`${title}.`, ...matches.map((match) => matchLine(match, accountName))].join('\n');
}

/** By what is kept here: nobody was asked. */
function matchSentence(match: Match, accountName: AccountNames, place: Place): string {
  const { submissionId, submission, phase, at } = match;
  const name = fileNamed(match);
  const account = accountName(match.accountId);
  if (phase === null) {
    const known = { ...nothingKnown, submissionId, submission, name, account };
    return answerSentence(known, place);
  }
  const end = {
    'in-block': 'is confirmed in a block',
    pending: 'was not yet in a block when the service was last asked',
    failed: 'was delayed when the service was last asked',
  }[phase];
  return [
    `${submittedWords(name, at, place)}, and ${end}.`,
    account === null ? null : `It belongs to the account ${visibleName(account)}.`,
    submissionId === null ? null : `Submission id ${submissionId}`,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

function matchLine(match: Match, accountName: AccountNames): string {
  const { submissionId, accountId } = match;
  const name = fileNamed(match);
  const account = accountName(accountId);
  return [
    name === null ? null : visibleName(name),
    matchWords(match).text,
    account === null ? null : `account ${visibleName(account)}`,
    submissionId,
  ]
    .filter((part) => part !== null && part !== '')
    .join(' · ');
}

export type Answer = {
  /** Null for a file that has none. */
  readonly submissionId: string | null;
  readonly record: SubmissionRecord | null;
  readonly name: string | null;
  /** The file of this app that it is; null for what another program submitted. */
  readonly submission: Submission | null;
  readonly cost: Cost | null;
  /** Whose it is; null where that is the account in use. */
  readonly account: string | null;
  /** Whether the service has just said so. */
  readonly isFresh: boolean;
};

/** The answer in a few words for who asked, as it goes into a ticket or a mail: whole without the screen around it. */
export function answerSentence(answer: Answer, place: Place = {}): string {
  const { submissionId, record, submission, cost, account, isFresh } = answer;
  const isFinal = record?.phase === 'in-block';
  return [
    record !== null ? recordSentence(record, answer, place) : submissionSentence(submission, answer, place),
    record === null || cost === null ? null : `It cost ${formatCost(cost)}.`,
    account === null ? null : `It belongs to the account ${visibleName(account)}.`,
    isFresh || isFinal ? null : 'The service could not be asked right now; this is the last known state.',
    submissionId === null ? null : `Submission id ${submissionId}`,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

function recordSentence(record: SubmissionRecord, { name, submission }: Answer, place: Place): string {
  const at = record.createdAt ?? submission?.addedAt ?? null;
  const submitted = submittedWords(name, at, place);
  switch (record.phase) {
    case 'in-block':
      return `${submitted}, and is confirmed in ${record.blockHash === null ? 'a block' : `block ${record.blockHash}`}.`;
    case 'pending':
      return `${submitted}, and is not yet in a block.`;
    case 'failed': {
      const why = record.error === null ? 'gave no reason' : `says: “${visibleName(record.error)}”`;
      return `${submitted}, and is delayed: the service ${why}. It tries again automatically.`;
    }
  }
}

const submittedWords = (name: string | null, at: string | null, place: Place): string =>
  `${nameIn(name)} was submitted${at === null ? '' : ` on ${momentWords(at, place)}`}`;

function submissionSentence(submission: Submission | null, { name }: Answer, place: Place): string {
  const what = nameIn(name);
  switch (submission?.state.kind) {
    case 'submitted':
      return `${what} was submitted on ${momentWords(submission.state.at, place)}, and is not known to be in a block.`;
    case 'confirmed':
      return `${what} was seen confirmed on ${momentWords(submission.state.at, place)}.`;
    case 'delayed':
      return `${what} was submitted on ${momentWords(submission.state.at, place)}, and is delayed. The service tries again automatically.`;
    case 'in-parts':
      return `${what} is being sent in parts${partlyWords(submission)}.`;
    case 'incomplete':
      return `${what} is incomplete${partlyWords(submission)}.`;
    case 'cancelled':
      if (partlyWords(submission) !== '')
        return `${what} was cancelled while it was being sent${partlyWords(submission)}.`;
      return `${what} was cancelled and never submitted.`;
    case 'rejected':
      return `${what} was rejected and not submitted.`;
    case 'unsettled':
      return `${what} was sent, and it is uncertain if the service accepted it.`;
    case undefined:
      return 'Nothing is known about this submission.';
    default:
      return `${what} is not submitted yet.`;
  }
}

function partlyWords({ parts }: Submission): string {
  const there = parts === null ? null : partsThere(parts, formatCount);
  return there === null ? '' : `: ${there}`;
}

export const unknownSentence = (submissionId: string, account: string): string =>
  `The service of ${visibleName(account)} knows no submission with the id ${submissionId}.`;

/** The name of an account by its id; null where it need not be named. */
export type AccountNames = (accountId: string) => string | null;

export function entrySentence(
  { text }: PastedEntry,
  answer: PastedAnswer | undefined,
  accountName: AccountNames,
  place: Place = {},
): string {
  const pasted = `“${visibleName(text)}”`;
  switch (answer?.kind) {
    case 'found': {
      const { record, cost, name } = answer;
      const account = accountName(answer.accountId);
      const whole = { submissionId: record.id, record, name, cost, submission: null, account, isFresh: true };
      return answerSentence(whole, place);
    }
    case 'no-receipt': {
      const { submission } = answer;
      const { name } = submission;
      return submissionSentence(submission, { ...nothingKnown, name }, place);
    }
    case 'unknown':
      return `${pasted}: the service has no submission with this id.`;
    case 'not-kept':
      return `${pasted}: no match on this computer.`;
    case 'several':
      return `${pasted}: matches ${answer.more ? 'more than ' : ''}${answer.count} submissions.`;
    case 'trouble':
      return `${pasted}: could not be looked up. ${failureMessage(answer.reason)}`;
    case undefined:
      return `${pasted}: was not looked up.`;
  }
}

/** What the clipboard is handed at once. */
const MOST_COPIED = 900_000;

/**
 * The answers of a list, each on a line of its own, in the pasted order. What repeats another line word for word is left out; a row
 * that asks the same for another ticket is answered too.
 */
export function allSentences(
  { entries, answers }: Pick<ListView, 'entries' | 'answers'>,
  accountName: AccountNames,
  place: Place = {},
): string {
  const lines = new Set<string>();
  let length = 0;
  for (const [index, entry] of entries.entries()) {
    const sentence = entrySentence(entry, answers.get(entry.key), accountName, place);
    if (entry.repeats !== null && lines.has(sentence)) continue;
    length += sentence.length + 1;
    if (length > MOST_COPIED) {
      const left = formatCount(entries.length - index);
      return [...lines, `${left} more are in the list. Save it as CSV to get all.`].join('\n');
    }
    lines.add(sentence);
  }
  return [...lines].join('\n');
}

const nothingKnown: Answer = {
  submissionId: null,
  record: null,
  name: null,
  submission: null,
  cost: null,
  account: null,
  isFresh: true,
};

const nameIn = (name: string | null): string => (name === null ? 'The file' : visibleName(name));

/** With the zone, since who reads it may live in another: `12 November 2026 at 14:03 UTC+1`. */
function momentWords(instant: string, place: Place): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return instant;
  const zone = place.timeZone === undefined ? {} : { timeZone: place.timeZone };
  const parts = dateFormat('en', { timeZoneName: 'shortOffset', ...zone }).formatToParts(at);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? '';
  return `${formatWhen(instant, place)} ${offset}`;
}
