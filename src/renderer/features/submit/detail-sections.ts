import type { Attempt, ItemDetails } from '../../../shared/bridge/submissions.ts';
import { formatCount } from '../../ui/amounts.ts';
import { formatCost } from '../../ui/cost.ts';
import { codeField, type Field, type FieldSection, momentField, plainField, present } from '../../ui/fields.ts';
import { extraFields, recordFields } from '../../ui/record-sections.ts';
import { formatSize } from '../../ui/sizes.ts';

export const outcomeWords: { readonly [Outcome in Attempt['outcome']]: string } = {
  'under-way': 'Under way',
  accepted: 'The service took it',
  refused: 'The service did not take it',
  'not-sent': 'It did not reach the service',
  unknown: 'It went out, no clear answer came',
  interrupted: 'Interrupted',
};

/** Everything that is known of an item as labelled text, in the order of the screen. Nothing unknown is listed. */
export function detailSections(details: ItemDetails): readonly FieldSection[] {
  const sections = [
    { title: 'Receipt', fields: receiptFields(details) },
    { title: 'Record', fields: details.record ? recordFields(details.record) : [] },
    { title: 'File', fields: fileFields(details) },
    { title: 'More from the service', fields: details.record ? extraFields(details.record) : [] },
  ];
  return sections.filter((section) => section.fields.length > 0);
}

/** The whole of it as plain text, for an e-mail or a ticket. */
export function detailsAsText(details: ItemDetails): string {
  const lines = [details.item.name];
  for (const section of detailSections(details)) {
    lines.push('', section.title, ...section.fields.map((field) => `${field.label}: ${field.copy}`));
  }
  if (details.attempts.length > 0) lines.push('', 'Attempts', ...details.attempts.map(attemptAsText));
  const reason = 'reason' in details.item.state ? details.item.state.reason : null;
  if (reason) lines.push('', 'What happened', reason.message, ...(reason.detail ? [reason.detail] : []));
  return `${lines.join('\n')}\n`;
}

function attemptAsText(attempt: Attempt): string {
  const until = attempt.endedAt ? ` to ${attempt.endedAt}` : '';
  const detail = attempt.detail ? ` — ${attempt.detail}` : '';
  return `${attempt.number}: ${attempt.startedAt}${until}: ${outcomeWords[attempt.outcome]}${detail}`;
}

function receiptFields({ item }: ItemDetails): readonly Field[] {
  const fields: Field[] = [];
  if ('submissionId' in item.state) fields.push(codeField('Submission id', item.state.submissionId));
  if (item.state.kind === 'submitted') fields.push(momentField('Submitted', item.state.at));
  if (item.state.kind === 'confirmed') fields.push(momentField('Confirmed', item.state.at));
  if (item.state.kind === 'confirmed' && item.state.other !== undefined) {
    fields.push(codeField('Content that the record names', item.state.other.dataHash));
  }
  if (item.cost) fields.push(plainField('Cost', formatCost(item.cost)));
  return fields;
}

function fileFields({ item, path, keccak256, blake2b256, sha256 }: ItemDetails): readonly Field[] {
  const size: Field[] =
    item.size === null
      ? []
      : [
          {
            label: 'Size',
            value: exactSize(item.size),
            copy: String(item.size),
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
      ['Added', item.addedAt, momentField],
    ]),
  ];
}

function exactSize(bytes: number): string {
  return bytes < 1024 ? formatSize(bytes) : `${formatSize(bytes)} (${formatCount(bytes)} bytes)`;
}
