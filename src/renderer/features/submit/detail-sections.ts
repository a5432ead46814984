import type { SubmissionRecord } from '../../../shared/records.ts';
import { formatSize } from '../../../shared/sizes.ts';
import type { Attempt, ItemDetails } from '../../../shared/submissions.ts';
import { formatCost } from '../../ui/cost.ts';
import { formatMoment } from '../../ui/moments.ts';

const exact = new Intl.NumberFormat('en');

export type DetailField = {
  readonly label: string;
  /** What is shown. */
  readonly value: string;
  /** What is copied: the technical text, exact. */
  readonly copy: string;
  /** Ids, hashes and paths are read letter by letter. */
  readonly code: boolean;
};

export type DetailSection = { readonly title: string; readonly fields: readonly DetailField[] };

export const outcomeWords: { readonly [Outcome in Attempt['outcome']]: string } = {
  'under-way': 'Under way',
  accepted: 'The service took it',
  refused: 'The service did not take it',
  'not-sent': 'It did not reach the service',
  unknown: 'It went out, no answer came',
  interrupted: 'Interrupted',
};

/** Everything that is known of an item as labelled text, in the order of the screen. Nothing unknown is listed. */
export function detailSections(details: ItemDetails): readonly DetailSection[] {
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

function receiptFields({ item }: ItemDetails): readonly DetailField[] {
  const fields: DetailField[] = [];
  if ('submissionId' in item.state) fields.push(code('Receipt id', item.state.submissionId));
  if (item.state.kind === 'submitted') fields.push(moment('Submitted', item.state.at));
  if (item.state.kind === 'confirmed') fields.push(moment('Confirmed', item.state.at));
  if (item.cost) fields.push(plain('Cost', formatCost(item.cost)));
  return fields;
}

function recordFields(record: SubmissionRecord): readonly DetailField[] {
  return present([
    ['Block hash', record.blockHash, code],
    ['Transaction hash', record.txHash, code],
    ['Data hash', record.dataHash, code],
    ['Index in the block', record.extrinsicIndex, plain],
    ['Fees', record.fees, plain],
    ['Address', record.toAddress, code],
    ['Amount of data', record.amountData, plain],
    ['Time', record.createdAt, moment],
    ['Token entry', record.tokenDetailsId, plain],
    ['User', record.userId, code],
    ['The service says', record.error, plain],
  ]);
}

function fileFields({ item, path, keccak256 }: ItemDetails): readonly DetailField[] {
  const size: DetailField[] =
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
      ['Keccak-256', keccak256, code],
      ['Path', path, code],
      ['Added', item.addedAt, moment],
    ]),
  ];
}

function exactSize(bytes: number): string {
  return bytes < 1024 ? formatSize(bytes) : `${formatSize(bytes)} (${exact.format(bytes)} bytes)`;
}

function extraFields(record: SubmissionRecord): readonly DetailField[] {
  return Object.entries(record.extra).map(([name, value]) => code(name, value));
}

type Row = readonly [label: string, value: string | null, make: (label: string, value: string) => DetailField];

function present(rows: readonly Row[]): readonly DetailField[] {
  return rows.flatMap(([label, value, make]) => (value === null || value === '' ? [] : [make(label, value)]));
}

function code(label: string, value: string): DetailField {
  return { label, value, copy: value, code: true };
}

function plain(label: string, value: string): DetailField {
  return { label, value, copy: value, code: false };
}

function moment(label: string, value: string): DetailField {
  return { label, value: formatMoment(value), copy: value, code: false };
}
