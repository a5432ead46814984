import type { FileAnswer, Match, MatchKey, SearchAnswer } from '../../../shared/bridge/lookup.ts';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import type { LookupDays, LookupKeys } from '../../../shared/lookup-keys.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { partOfName, partsSubmitted, partsThere } from '../../../shared/messages/submissions.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { PartOfAll } from '../../../shared/submissions/parts.ts';
import { visibleName } from '../../../shared/text.ts';
import { dateFormat } from '../../../shared/time.ts';
import { formatCount, formatServiceSize, formatSize } from '../../ui/format.ts';
import type { Tone } from '../../ui/Verdict.tsx';
import type { MatchesView } from './lookup-state.ts';

export type Words = { readonly tone: Tone; readonly title: string; readonly text: string };

/** A day and its time in a sentence, with the year: `3 May 2026, 14:05`. */
export function formatWhen(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  return dateFormat(undefined, { dateStyle: 'long', timeStyle: 'short' }).format(at);
}

/** A failed request. The service may have answered unusably, so the title does not claim that it did not answer. */
export function refusedWords(reason: Failure, account: string, known: boolean): Words {
  const shown = known ? ': this is the saved data' : '';
  return { tone: 'warn', title: `No usable answer from ${account}${shown}`, text: failureMessage(reason) };
}

export function recordWords(record: SubmissionRecord, submission: Submission | null): Words {
  const text = sizeOf(record, submission) ?? '';
  const submitted = record.createdAt ?? submission?.addedAt ?? null;
  const on = submitted === null ? '' : ` on ${formatWhen(submitted)}`;
  switch (record.phase) {
    case 'in-block': {
      const confirmedAt = submission?.state.kind === 'confirmed' ? submission.state.at : null;
      const title =
        confirmedAt === null ? `Confirmed — submitted${on}` : `Seen confirmed on ${formatWhen(confirmedAt)}`;
      return { tone: 'good', title, text };
    }
    case 'pending':
      return { tone: 'active', title: `Submitted${on}, not yet in a block`, text };
    case 'failed':
      return { tone: 'warn', title: `Delayed — submitted${on}`, text };
  }
}

/** A file of this app whose record has not been read yet. */
export function submissionWords(submission: Submission): Words {
  const { parts, state } = submission;
  const text = submission.size === null ? '' : formatSize(submission.size);
  const there = parts === null ? null : partsThere(parts, formatCount);
  const partly = there === null ? '' : `: ${there}`;
  const words = (tone: Tone, title: string): Words => ({ tone, title, text });
  switch (state.kind) {
    case 'submitted':
      return words('active', `Submitted on ${formatWhen(state.at)}`);
    case 'confirmed':
      return words('good', `Seen confirmed on ${formatWhen(state.at)}`);
    case 'delayed':
      return words('warn', `Delayed — submitted on ${formatWhen(state.at)}`);
    case 'in-parts':
      return words('active', parts === null ? 'Being sent in parts' : partsSubmitted(parts, formatCount));
    case 'incomplete':
      return words('bad', `Incomplete${partly}`);
    case 'cancelled':
      return words('quiet', partly === '' ? 'Cancelled, never submitted' : `Cancelled${partly}`);
    case 'rejected':
      return words('bad', partly === '' ? 'Rejected, not submitted' : `Rejected${partly}`);
    case 'unsettled':
      return state.check.kind === 'checking'
        ? words('active', 'Sent, being checked with the service')
        : words('warn', 'Sent, uncertain');
    default:
      return words('quiet', 'Not submitted yet');
  }
}

export function matchWords({ submission, phase }: Match): { readonly tone: Tone; readonly text: string } {
  if (phase === 'in-block') return { tone: 'good', text: 'Confirmed' };
  if (phase === 'failed') return { tone: 'warn', text: 'Delayed' };
  if (phase === 'pending') return { tone: 'active', text: 'Submitted' };
  if (submission === null) return { tone: 'quiet', text: '' };
  const { tone, title } = submissionWords(submission);
  return { tone, text: title };
}

type NamedAs = { readonly submission: Submission | null; readonly part?: PartOfAll };

/** The name of a submission: its file, and the number of a part. Null for a submission of another program. */
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

export function matchesTitle(
  { matches, more, areSimilar }: SearchAnswer,
  file: FileAnswer | null,
  text: string,
): string {
  const what = file === null ? `“${visibleName(shorten(text))}”` : `the contents of ${visibleName(file.name)}`;
  if (matches.length === 0) return `No match on this computer for ${what}`;
  if (areSimilar) return `No match on this computer for ${what}. Did you mean:`;
  if (more) return `More than ${matches.length} submissions match ${what}`;
  return matches.length === 1 ? `1 submission matches ${what}` : `${matches.length} submissions match ${what}`;
}

export function emptyText({ file, days }: Pick<MatchesView, 'file' | 'days'>): string {
  if (file !== null)
    return `This computer has no submission of this file. It may have changed, or was submitted elsewhere. Ask the sender for the submission id.`;
  if (days !== null)
    return 'Only submissions saved on this computer can be found by date. Try another day, a month, or part of the name.';
  return 'Only submissions saved on this computer can be found by this. Ask the sender for the whole submission id.';
}

/** The days that a date stands for: `12 November 2026`, or the first and last day of a week or month. */
export function daysWords({ from, until }: LookupDays): string {
  const format = dateFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const [first, last] = [new Date(from), new Date(Date.parse(until) - 1)];
  return format.format(first) === format.format(last) ? format.format(first) : format.formatRange(first, last);
}

/**
 * The days that a text stands for. Null if it is not a date, or if it is part of the matches' names and they are of
 * other days.
 */
export function daysRead({ days }: LookupKeys, { matches }: Pick<SearchAnswer, 'matches'>): LookupDays | null {
  if (days === null || matches.length === 0) return days;
  const [from, until] = [Date.parse(days.from), Date.parse(days.until)];
  const isOfThem = ({ at }: Match): boolean => at !== null && Date.parse(at) >= from && Date.parse(at) < until;
  return matches.some(isOfThem) ? days : null;
}

/** The interpretation of a date is always shown, as `3/4` differs between countries. */
export const readingWords = (days: LookupDays): string => `Read as a date: ${daysWords(days)}`;

function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
