import type { Submission, SubmissionDetails } from '../../../shared/bridge/submissions.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { partName, partsCount, readersWords } from '../../../shared/messages/submissions.ts';
import { timeLineWords } from '../../../shared/messages/time-line.ts';
import { withReceipt } from '../../../shared/submissions/batch-status.ts';
import type { Part, PartsProgress } from '../../../shared/submissions/parts.ts';
import type { TimeLineEntry } from '../../../shared/submissions/time-line.ts';
import { cleanText } from '../../../shared/text.ts';
import { ticketTime } from '../../../shared/time.ts';
import { formatCost, formatCount, formatSize, separators } from '../../ui/format.ts';
import {
  codeField,
  extraFields,
  type Field,
  type FieldSection,
  fieldLine,
  plainField,
  present,
  technicalFields,
} from '../../ui/record-sections.ts';

/** The main facts of a submission as labelled text, in screen order. Unknown values are left out. */
export function detailSections(details: SubmissionDetails): readonly FieldSection[] {
  return filled([
    { title: 'Receipt', fields: receiptFields(details) },
    { title: 'File', fields: fileFields(details) },
  ]);
}

/** All further data: digests, the chain’s hashes, figures in the service's format. */
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

/** All details as plain text for an e-mail or a ticket. External text cannot imitate a line of its own. */
export function detailsAsText(details: SubmissionDetails, entries: readonly TimeLineEntry[]): string {
  const form = { when: (instant: string) => ticketTime(instant), separators: separators() };
  const lines = [cleanText(details.submission.name), '', 'What happened to it'];
  for (const entry of entries) {
    const { title, text } = timeLineWords(entry, form);
    lines.push(
      [...momentsOf(entry), title, text]
        .filter((one) => one !== '')
        .map((one) => cleanText(one))
        .join(' — '),
    );
  }
  const { state } = details.submission;
  if ('reason' in state) {
    const { detail } = state.reason;
    lines.push(cleanText(failureMessage(state.reason)), ...(detail === undefined ? [] : [cleanText(detail)]));
  }
  for (const section of [...detailSections(details), ...technicalSections(details)]) {
    lines.push('', section.title, ...section.fields.map(({ label, copy }) => fieldLine(label, copy)));
  }
  return `${lines.join('\n')}\n`;
}

function momentsOf(entry: TimeLineEntry): readonly string[] {
  const until = entry.kind === 'attempt' ? entry.attempt.endedAt : null;
  return [entry.at, until].flatMap((at) => (at === null ? [] : [ticketTime(at)]));
}

function receiptFields({ submission: { state } }: SubmissionDetails): readonly Field[] {
  const other = state.kind === 'confirmed' && state.other !== undefined ? state.other.dataHash : null;
  return present([
    ['Submission id', 'submissionId' in state ? state.submissionId : null, codeField],
    ['Content that the record names', other, codeField],
  ]);
}

function fileFields({ submission, path }: SubmissionDetails): readonly Field[] {
  return present([
    ['Size', submission.size === null ? null : formatSize(submission.size), plainField],
    ['Can be read by', submission.readers === undefined ? null : readersWords(submission.readers), plainField],
    ['Path', path, codeField],
    ['Parts', submission.parts === null ? null : partsLine(submission.parts), plainField],
  ]);
}

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

export function whyInParts({ partSize, total }: PartsProgress, content: Submission['content']): string {
  return `The largest upload is ${formatSize(partSize)}, so this ${content} is sent in ${partsCount(total, formatCount)}. The last one is the manifest, which lists the others in order.`;
}

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

const upper = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
