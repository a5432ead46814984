import type { FileAnswer, Match, MatchKey, NearestWhy, SearchAnswer } from '../../../shared/bridge/lookup.ts';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import type { LookupDays, LookupKeys } from '../../../shared/lookup-keys.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { partOfName, partsSubmitted, partsThere } from '../../../shared/messages/submissions.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';
import type { PartOfAll } from '../../../shared/submissions/parts.ts';
import { shortenHex, visibleName } from '../../../shared/text.ts';
import { dateFormat } from '../../../shared/time.ts';
import { formatCost, formatCount, formatServiceSize, formatSize, type Place } from '../../ui/format.ts';
import type { MatchesView } from './lookup-state.ts';

export type Tone = 'good' | 'active' | 'warn' | 'bad' | 'quiet';
export type Words = { readonly tone: Tone; readonly title: string; readonly text: string };

/** A day and its time in a sentence, with the year: `3 May 2026, 14:05`. */
export function formatWhen(instant: string, { locale, timeZone }: Place = {}): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  const zone = timeZone === undefined ? {} : { timeZone };
  return dateFormat(locale, { dateStyle: 'long', timeStyle: 'short', ...zone }).format(at);
}

/** The service was asked without success: it may have answered, so no title says that it did not. */
export function refusedWords(reason: Failure, account: string, known: boolean): Words {
  const shown = known ? ': this is the saved data' : '';
  return { tone: 'warn', title: `No usable answer from ${account}${shown}`, text: failureMessage(reason) };
}

export function recordWords(
  record: SubmissionRecord,
  submission: Submission | null,
  cost: Cost | null = null,
  place: Place = {},
): Words {
  const facts = (more: readonly (string | null)[]): string =>
    [...more, sizeOf(record, submission), cost === null ? null : `cost ${formatCost(cost)}`]
      .filter((fact) => fact !== null)
      .join(', ');
  const submitted = record.createdAt ?? submission?.addedAt ?? null;
  const on = submitted === null ? '' : ` on ${formatWhen(submitted, place)}`;
  switch (record.phase) {
    case 'in-block': {
      const confirmedAt = submission?.state.kind === 'confirmed' ? submission.state.at : null;
      const title =
        confirmedAt === null ? `Confirmed — submitted${on}` : `Seen confirmed on ${formatWhen(confirmedAt, place)}`;
      const block = record.blockHash === null ? 'in a block' : `in block ${shortenHex(record.blockHash)}`;
      return { tone: 'good', title, text: facts([block]) };
    }
    case 'pending':
      return { tone: 'active', title: `Submitted${on}, not yet in a block`, text: facts([]) };
    case 'failed':
      return {
        tone: 'warn',
        title: `Delayed — submitted${on}`,
        text: facts([
          record.error === null ? 'the service gave no reason' : `it says: “${visibleName(record.error)}”`,
          'it tries again automatically',
        ]),
      };
  }
}

/** A file of this app of which no record was read yet. */
export function submissionWords(submission: Submission, place: Place = {}): Words {
  const { parts, state } = submission;
  const text = submission.size === null ? '' : formatSize(submission.size);
  const there = parts === null ? null : partsThere(parts, formatCount);
  const partly = there === null ? '' : `: ${there}`;
  switch (state.kind) {
    case 'submitted':
    case 'confirmed':
      return {
        tone: state.kind === 'confirmed' ? 'good' : 'active',
        title: `${state.kind === 'confirmed' ? 'Seen confirmed' : 'Submitted'} on ${formatWhen(state.at, place)}`,
        text,
      };
    case 'delayed':
      return { tone: 'warn', title: `Delayed — submitted on ${formatWhen(state.at, place)}`, text };
    case 'in-parts':
      return {
        tone: 'active',
        title: parts === null ? 'Being sent in parts' : partsSubmitted(parts, formatCount),
        text,
      };
    case 'incomplete':
      return { tone: 'bad', title: `Incomplete${partly}`, text };
    case 'cancelled':
      return { tone: 'quiet', title: partly === '' ? 'Cancelled, never submitted' : `Cancelled${partly}`, text };
    case 'rejected':
      return { tone: 'bad', title: partly === '' ? 'Rejected, not submitted' : `Rejected${partly}`, text };
    case 'unsettled':
      return state.check.kind === 'checking'
        ? { tone: 'active', title: 'Sent, being checked with the service', text }
        : { tone: 'warn', title: 'Sent, uncertain', text };
    default:
      return { tone: 'quiet', title: 'Not submitted yet', text };
  }
}

export function matchWords({ submission, phase }: Match): { readonly tone: Tone; readonly text: string } {
  if (phase === 'in-block') return { tone: 'good', text: 'Confirmed' };
  if (phase === 'failed') return { tone: 'warn', text: 'Delayed' };
  if (phase === 'pending') return { tone: 'active', text: 'Submitted' };
  return submission === null
    ? { tone: 'quiet', text: '' }
    : { tone: submissionWords(submission).tone, text: submissionWords(submission).title };
}

type NamedAs = { readonly submission: Submission | null; readonly part?: PartOfAll };

/** What a submission is called: by its file, and of a part also which one it is. Null for what another program submitted. */
export function fileNamed({ submission, part }: NamedAs): string | null {
  if (submission === null) return null;
  const { name, parts } = submission;
  return part === undefined
    ? name
    : partOfName(part, part.total ?? parts?.total ?? null, visibleName(name), formatCount);
}

function sizeOf(record: SubmissionRecord, submission: Submission | null): string | null {
  if (submission?.size != null) return formatSize(submission.size);
  return record.amountData === null ? null : formatServiceSize(record.amountData);
}

export const keyWords: { readonly [Key in MatchKey]: string } = {
  'submission-id': 'Submission id',
  'block-hash': 'Block hash',
  'data-hash': 'Data hash',
  'transaction-hash': 'Transaction hash',
  keccak256: 'Keccak-256 of the file',
  blake2b256: 'BLAKE2b-256 of the file',
  sha256: 'SHA-256 of the file',
  date: 'Date',
  name: 'File name',
};

export function matchesOutcome({ matches, more }: SearchAnswer): string {
  if (matches.length === 0) return 'No match on this computer';
  if (more) return `More than ${matches.length} matches`;
  return matches.length === 1 ? '1 match' : `${matches.length} matches`;
}

export function matchesTitle(answer: SearchAnswer, file: FileAnswer | null, text: string): string {
  const what = file === null ? `“${visibleName(shorten(text))}”` : `the contents of ${visibleName(file.name)}`;
  if (answer.matches.length === 0) return `No match on this computer for ${what}`;
  if (answer.more) return `More than ${answer.matches.length} submissions match ${what}`;
  return answer.matches.length === 1
    ? `1 submission matches ${what}`
    : `${answer.matches.length} submissions match ${what}`;
}

export function emptyText({ file, asksForDay }: Pick<MatchesView, 'file' | 'asksForDay'>): string {
  if (file !== null)
    return `This computer has no submission of this file. It may have changed, or was submitted elsewhere. Ask the sender for the submission id.`;
  if (asksForDay)
    return 'Only submissions saved on this computer can be found by date. Try another day, a month, or part of the name.';
  return 'Only submissions saved on this computer can be found by this. Ask the sender for the whole submission id.';
}

export function nearestTitle(why: NearestWhy, matches: readonly Match[]): string {
  if (why === 'alike') return matches.length === 1 ? 'Did you mean this one?' : 'Did you mean one of these?';
  // Where no name was asked for, there is nothing that could be the same.
  return matches[0]?.why.key === 'date' ? 'On the days nearest to it' : 'The same on other days';
}

/** As what a date was understood: `12 November 2026`, of a week or a month its first and last day. */
export function daysWords({ from, until }: LookupDays, { locale, timeZone }: Place = {}): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const format = dateFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', ...zone });
  const [first, last] = [new Date(from), new Date(Date.parse(until) - 1)];
  return format.format(first) === format.format(last) ? format.format(first) : format.formatRange(first, last);
}

/**
 * As which days a text was understood, where that decided what was found. Null where it was read as none, and where what was found
 * has it in its name: `invoice 2026-11-12.pdf` may be of any day.
 */
export function daysRead(keys: LookupKeys, { matches }: Pick<SearchAnswer, 'matches'>): LookupDays | null {
  const days = keys.days ?? keys.dated?.days ?? null;
  if (days === null || matches.length === 0) return days;
  const [from, until] = [Date.parse(days.from), Date.parse(days.until)];
  const isOfThem = ({ at }: Match): boolean => at !== null && Date.parse(at) >= from && Date.parse(at) < until;
  return matches.some(isOfThem) ? days : null;
}

/** `3/4` is another day elsewhere: what a date was taken for is always said. */
export const readingWords = (days: LookupDays, place: Place = {}): string =>
  `Read as a date: ${daysWords(days, place)}`;

function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
