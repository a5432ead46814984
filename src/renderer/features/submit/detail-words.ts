import type { Attempt, Submission, SubmissionDetails } from '../../../shared/bridge/submissions.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { partName, partsCount, readersWords } from '../../../shared/messages/submissions.ts';
import { withReceipt } from '../../../shared/submissions/batch-status.ts';
import type { Part, PartsProgress } from '../../../shared/submissions/parts.ts';
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
      cleanText(failureMessage(reason)),
      ...(reason.detail ? [cleanText(reason.detail)] : []),
    );
  }
  return `${lines.join('\n')}\n`;
}

export function attemptWords({ failures, detail }: Attempt): string {
  const lines = failures.flatMap((failure) => [failureMessage(failure), failure.detail]);
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
