import type { Match, PastedAnswer, SearchAnswer } from '../../../shared/bridge/lookup.ts';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';
import { visibleName } from '../../../shared/text.ts';
import { dateFormat } from '../../../shared/time.ts';
import { formatCount, type Place } from '../../ui/format.ts';
import type { ListView } from './lookup-state.ts';
import type { PastedEntry } from './lookup-text.ts';
import { type Form, fileNamed, formatWhen, matchWords, recordWords, submissionWords } from './lookup-words.ts';

/** The name of an account by its id; null for the active account, which need not be named. */
export type AccountNames = (accountId: string) => string | null;

export type Answer = {
  /** Null for a file that was never submitted. */
  readonly submissionId: string | null;
  readonly record: SubmissionRecord | null;
  readonly name: string | null;
  /** The file of this app; null for a submission of another program. */
  readonly submission: Submission | null;
  readonly cost: Cost | null;
  /** Null for the active account. */
  readonly account: string | null;
  /** True if the service has just answered, false for saved data. */
  readonly isFresh: boolean;
};

/** The answer for a ticket or a mail: complete without the screen around it. */
export function answerSentence(answer: Answer, place: Place = {}): string {
  const { submissionId, record, submission, name, cost, account, isFresh } = answer;
  const form = inTicket(place);
  const words =
    record !== null
      ? recordWords(record, submission, cost, form)
      : submission !== null
        ? submissionWords(submission, form)
        : { title: 'Nothing is known about this submission', text: '' };
  const facts = words.text === '' ? '' : ` (${words.text})`;
  return [
    `${name === null ? '' : `${visibleName(name)}: `}${words.title}${facts}.`,
    ...(account === null ? [] : [`It belongs to the account ${visibleName(account)}.`]),
    ...(isFresh || record?.phase === 'in-block'
      ? []
      : ['The service could not be asked right now; this is the last known state.']),
    ...(submissionId === null ? [] : [`Submission id ${submissionId}`]),
  ].join(' ');
}

export const unknownSentence = (submissionId: string, account: string): string =>
  `The service of ${visibleName(account)} knows no submission with the id ${submissionId}.`;

/** A line for each match, below the title. */
export function matchesSentence(
  { matches }: Pick<SearchAnswer, 'matches'>,
  title: string,
  names: AccountNames,
): string {
  return [title, ...matches.map((match) => matchLine(match, names))].join('\n');
}

function matchLine(match: Match, names: AccountNames): string {
  const name = fileNamed(match);
  const account = names(match.accountId);
  return [
    name === null ? '' : visibleName(name),
    matchWords(match).text,
    account === null ? '' : `account ${visibleName(account)}`,
    match.submissionId ?? '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

export function entrySentence(
  { text }: PastedEntry,
  answer: PastedAnswer | undefined,
  names: AccountNames,
  place: Place = {},
): string {
  const pasted = `“${visibleName(text)}”`;
  const known = { submission: null, cost: null, account: null, isFresh: true } as const;
  switch (answer?.kind) {
    case 'found': {
      const { record, cost, name, accountId } = answer;
      return answerSentence(
        { ...known, submissionId: record.id, record, name, cost, account: names(accountId) },
        place,
      );
    }
    case 'no-receipt': {
      const { submission } = answer;
      return answerSentence({ ...known, submissionId: null, record: null, name: submission.name, submission }, place);
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

/** The maximum number of characters for the clipboard. */
const MOST_COPIED = 900_000;

/** The answers of a list, each on a line of its own, in the pasted order. A line that repeats another is left out. */
export function allSentences(
  { entries, answers }: Pick<ListView, 'entries' | 'answers'>,
  names: AccountNames,
  place: Place = {},
): string {
  const lines: string[] = [];
  let length = 0;
  for (const [index, entry] of entries.entries()) {
    if (entry.repeats !== null) continue;
    const sentence = entrySentence(entry, answers.get(entry.key), names, place);
    length += sentence.length + 1;
    if (length > MOST_COPIED) {
      const left = formatCount(entries.length - index);
      return [...lines, `${left} more are in the list. Save it as CSV to get all.`].join('\n');
    }
    lines.push(sentence);
  }
  return lines.join('\n');
}

/** Includes the time zone, since a reader may live in another: `12 November 2026 at 14:03 UTC+1`. */
function inTicket(place: Place): Form {
  const zone = place.timeZone === undefined ? {} : { timeZone: place.timeZone };
  const offsets = dateFormat('en', { timeZoneName: 'shortOffset', ...zone });
  return {
    block: (hash) => hash,
    when: (instant) => {
      const at = Date.parse(instant);
      if (Number.isNaN(at)) return instant;
      const offset = offsets.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
      return `${formatWhen(instant, place)} ${offset.replace('GMT', 'UTC')}`;
    },
  };
}
