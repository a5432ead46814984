import type { Attempt, SubmissionDetails } from '../../../../shared/bridge/submissions.ts';
import { failureMessage } from '../../../../shared/messages/failures/failure-message.ts';
import { cleanText } from '../../../../shared/text.ts';
import {
  codeField,
  type Field,
  type FieldSection,
  fieldLine,
  momentField,
  plainField,
  present,
} from '../../../ui/fields/fields.ts';
import { extraFields, recordFields, recordTime } from '../../../ui/fields/record-sections.ts';
import { formatCost, formatCount, formatSize } from '../../../ui/format.ts';

export const outcomeWords: { readonly [Outcome in Attempt['outcome']]: string } = {
  'under-way': 'Under way',
  accepted: 'The service took it',
  refused: 'The service did not take it',
  'not-sent': 'It did not reach the service',
  unknown: 'It went out, no clear answer came',
  interrupted: 'Interrupted',
};

/** Everything that is known of a submission as labelled text, in the order of the screen. Nothing unknown is listed. */
export function detailSections(details: SubmissionDetails): readonly FieldSection[] {
  const sections = [
    { title: 'Receipt', fields: receiptFields(details) },
    { title: 'Record', fields: details.record ? [...recordTime(details.record), ...recordFields(details.record)] : [] },
    { title: 'File', fields: fileFields(details) },
    { title: 'More from the service', fields: details.record ? extraFields(details.record) : [] },
  ];
  return sections.filter((section) => section.fields.length > 0);
}

/** The whole of it as plain text, for an e-mail or a ticket. No text from outside can pass for a line of its own. */
export function detailsAsText(details: SubmissionDetails): string {
  const lines = [cleanText(details.submission.name)];
  for (const section of detailSections(details)) {
    lines.push('', section.title, ...section.fields.map(({ label, copy }) => fieldLine(label, copy)));
  }
  if (details.attempts.length > 0) lines.push('', 'Attempts', ...details.attempts.map(attemptAsText));
  const reason = 'reason' in details.submission.state ? details.submission.state.reason : null;
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

/** What came of an attempt, in words and in the service's own. */
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

function receiptFields({ submission }: SubmissionDetails): readonly Field[] {
  const fields: Field[] = [];
  if ('submissionId' in submission.state) fields.push(codeField('Submission id', submission.state.submissionId));
  if (submission.state.kind === 'submitted') fields.push(momentField('Submitted', submission.state.at));
  if (submission.state.kind === 'confirmed') fields.push(momentField('Confirmed', submission.state.at));
  if (submission.state.kind === 'confirmed' && submission.state.other !== undefined) {
    fields.push(codeField('Content that the record names', submission.state.other.dataHash));
  }
  if (submission.cost) fields.push(plainField('Cost', formatCost(submission.cost)));
  return fields;
}

function fileFields({ submission, path, keccak256, blake2b256, sha256 }: SubmissionDetails): readonly Field[] {
  const size: Field[] =
    submission.size === null
      ? []
      : [
          {
            label: 'Size',
            value: exactSize(submission.size),
            copy: String(submission.size),
            code: false,
          },
        ];
  return [
    ...size,
    ...present([
      ['Keccak-256', keccak256, codeField],
      ['BLAKE2b-256', blake2b256, codeField],
      ['SHA-256', sha256, codeField],
      ['Path', path, codeField],
      ['Added', submission.addedAt, momentField],
    ]),
  ];
}

function exactSize(bytes: number): string {
  return bytes < 1024 ? formatSize(bytes) : `${formatSize(bytes)} (${formatCount(bytes)} bytes)`;
}
