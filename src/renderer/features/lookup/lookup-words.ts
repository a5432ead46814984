import type { FileAnswer, Match, MatchKey, PastedAnswer, SearchAnswer } from '../../../shared/bridge/lookup.ts';
import type { Cost, Submission } from '../../../shared/bridge/submissions.ts';
import { shortenHex } from '../../../shared/hex.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import { visibleName } from '../../../shared/text.ts';
import { dateFormat } from '../../../shared/time.ts';
import { formatCost, formatCount, formatServiceSize, formatSize, type Place } from '../../ui/format.ts';
import type { PastedEntry } from './input/lookup-text.ts';

export type Tone = 'good' | 'active' | 'warn' | 'bad' | 'quiet';
export type Words = { readonly tone: Tone; readonly title: string; readonly text: string };

/** A day and its time in a sentence, with the year: `3 May 2026, 14:05`. */
export function formatWhen(instant: string, { locale, timeZone }: Place = {}): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  const zone = timeZone === undefined ? {} : { timeZone };
  return dateFormat(locale, { dateStyle: 'long', timeStyle: 'short', ...zone }).format(at);
}

/** What became of a submission, as one would say it to whoever asks. */
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
        confirmedAt === null ? `Confirmed — submitted${on}` : `Confirmed on ${formatWhen(confirmedAt, place)}`;
      const block = record.blockHash === null ? 'in a block' : `in block ${shortenHex(record.blockHash)}`;
      return { tone: 'good', title, text: facts([block]) };
    }
    case 'pending':
      return { tone: 'active', title: `Submitted${on}, not yet in a block`, text: facts([]) };
    case 'failed':
      return {
        tone: 'bad',
        title: `Failed in the service — submitted${on}`,
        text: facts([record.error === null ? 'the service gave no reason' : `it says: “${visibleName(record.error)}”`]),
      };
  }
}

/** A file of this app of which no record was read yet. */
export function submissionWords(submission: Submission, place: Place = {}): Words {
  const { state } = submission;
  const text = submission.size === null ? '' : formatSize(submission.size);
  switch (state.kind) {
    case 'submitted':
    case 'confirmed':
      return {
        tone: state.kind === 'confirmed' ? 'good' : 'active',
        title: `${state.kind === 'confirmed' ? 'Confirmed' : 'Submitted'} on ${formatWhen(state.at, place)}`,
        text,
      };
    case 'failed':
      return { tone: 'bad', title: 'Failed in the service', text };
    case 'cancelled':
      return { tone: 'quiet', title: 'Cancelled, never submitted', text };
    case 'rejected':
      return { tone: 'bad', title: 'Rejected, not submitted', text };
    case 'unsettled':
      return state.check.kind === 'checking'
        ? { tone: 'active', title: 'Sent, being checked with the service', text }
        : { tone: 'warn', title: 'Sent, not known whether it was taken', text };
    default:
      return { tone: 'quiet', title: 'Not submitted yet', text };
  }
}

/** What a match is, in a word or two beside its name. */
export function matchWords({ submission, phase }: Match): { readonly tone: Tone; readonly text: string } {
  if (phase === 'in-block') return { tone: 'good', text: 'Confirmed' };
  if (phase === 'failed') return { tone: 'bad', text: 'Failed' };
  if (phase === 'pending') return { tone: 'active', text: 'Submitted' };
  return submission === null
    ? { tone: 'quiet', text: '' }
    : { tone: submissionWords(submission).tone, text: submissionWords(submission).title };
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
  if (matches.length === 0) return 'Nothing kept here';
  if (more) return `More than ${matches.length} matches`;
  return matches.length === 1 ? '1 match' : `${matches.length} matches`;
}

/** The head of a search's answer: what was looked for, and where. */
export function matchesTitle(answer: SearchAnswer, file: FileAnswer | null, text: string): string {
  const what = file === null ? `“${visibleName(shorten(text))}”` : `the bytes of ${visibleName(file.name)}`;
  if (answer.matches.length === 0) return `Nothing kept on this computer has ${what}`;
  if (answer.more) return `More than ${answer.matches.length} submissions have ${what}`;
  return answer.matches.length === 1
    ? `One submission has ${what}`
    : `${answer.matches.length} submissions have ${what}`;
}

export function listOutcome(entries: readonly PastedEntry[]): string {
  return entries.length === 1 ? 'A list of 1 line' : `A list of ${formatCount(entries.length)} lines`;
}

function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

/** What a list came to, most telling first: `9 confirmed, 31 not found`. Lines that repeat others count too. */
export function listCounts(
  entries: readonly PastedEntry[],
  answerTo: (entry: PastedEntry) => PastedAnswer | undefined,
): string {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const what = entryKind(entry, answerTo(entry));
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return entryKinds
    .flatMap((what) => (counts.has(what) ? [`${formatCount(counts.get(what) ?? 0)} ${what}`] : []))
    .join(', ');
}

const entryKinds = [
  'confirmed',
  'not yet in a block',
  'failed in the service',
  'not found',
  'not clear',
  'could not be looked up',
  'not looked up',
  'without an id',
] as const;

function entryKind({ holds }: PastedEntry, answer: PastedAnswer | undefined): (typeof entryKinds)[number] {
  if (holds.kind === 'nothing') return 'without an id';
  switch (answer?.kind) {
    case 'found':
      return ({ 'in-block': 'confirmed', pending: 'not yet in a block', failed: 'failed in the service' } as const)[
        answer.record.phase
      ];
    case 'unknown':
    case 'not-kept':
      return 'not found';
    case 'several':
      return 'not clear';
    case 'trouble':
      return 'could not be looked up';
    case undefined:
      return 'not looked up';
  }
}

/** The mark of one entry of a list. `answer` undefined: not asked for yet. */
export function entryWords(
  entry: PastedEntry,
  answer: PastedAnswer | undefined,
  ended: boolean,
  firstLine: number | null,
): Words {
  const repeated = firstLine === null ? '' : `Repeats line ${firstLine}`;
  if (entry.holds.kind === 'nothing') return { tone: 'warn', title: 'No id in this line', text: '' };
  const cut = entry.holds.kind === 'cut' ? 'Cut off' : '';
  const text = [repeated, cut].filter((mark) => mark !== '').join(', ');
  if (answer === undefined) return { tone: 'quiet', title: ended ? 'Not looked up' : 'Waiting…', text };
  switch (answer.kind) {
    case 'found': {
      const title = {
        'in-block': 'Confirmed',
        pending: 'Submitted, not yet in a block',
        failed: 'Failed in the service',
      }[answer.record.phase];
      const tone = ({ 'in-block': 'good', pending: 'active', failed: 'bad' } as const)[answer.record.phase];
      return { tone, title, text };
    }
    case 'unknown':
      return { tone: 'warn', title: 'The service does not know this id', text };
    case 'not-kept':
      return { tone: 'warn', title: cut === '' ? 'Not kept on this computer' : 'Not a whole id', text };
    case 'several':
      return { tone: 'warn', title: `Fits ${answer.count} submissions`, text };
    case 'trouble':
      return { tone: 'bad', title: failureMessage(answer.reason), text };
  }
}
