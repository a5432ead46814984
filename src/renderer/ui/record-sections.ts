import type { RecordPhase, SubmissionRecord } from '../../shared/records.ts';
import { type Cost, costFieldOf, networkFeeOf } from '../../shared/submissions/cost.ts';
import { cleanText } from '../../shared/text.ts';
import { ticketTime } from '../../shared/time.ts';
import { formatCost, formatMoment, formatServiceSize } from './format.ts';

export type Field = {
  readonly label: string;
  readonly value: string;
  /** The copied text, technical and exact. */
  readonly copy: string;
  /** True for ids, hashes and paths, which are read letter by letter. */
  readonly code: boolean;
  /** The text in a ticket, if it is clearer than `copy`. */
  readonly ticket?: string;
};

export type FieldSection = { readonly title: string; readonly fields: readonly Field[] };

type Row = readonly [label: string, value: string | null, make: (label: string, value: string) => Field];

export function present(rows: readonly Row[]): readonly Field[] {
  return rows.flatMap(([label, value, make]) => (value === null || value === '' ? [] : [make(label, value)]));
}

export function codeField(label: string, value: string): Field {
  return { label, value, copy: value, code: true };
}

export function plainField(label: string, value: string): Field {
  return { label, value, copy: value, code: false };
}

/** `value` is a UTC instant. */
export function momentField(label: string, value: string): Field {
  return { label, value: formatMoment(value), copy: value, code: false, ticket: ticketTime(value) };
}

/** Sections as plain text for an e-mail or a ticket: a title, then a line for each field. */
export function sectionsAsText(title: string, sections: readonly FieldSection[]): string {
  const lines = [cleanText(title)];
  for (const section of sections) {
    lines.push('', section.title, ...section.fields.map(({ label, copy, ticket }) => fieldLine(label, ticket ?? copy)));
  }
  return `${lines.join('\n')}\n`;
}

/**
 * One line of text for a field. A value from the service may contain line breaks, which must not imitate another field.
 */
export function fieldLine(label: string, value: string): string {
  return `${cleanText(label)}: ${cleanText(value)}`;
}

export const phaseWords: { readonly [Phase in RecordPhase]: string } = {
  pending: 'Submitted, not yet in a block',
  'in-block': 'Confirmed in a block',
  failed: 'Delayed: the service tries again automatically',
};

/** Rarely needed data of a record: its place in the chain, and figures in the service's format. */
export function technicalFields(record: SubmissionRecord): readonly Field[] {
  return present([
    ['Block hash', record.blockHash, codeField],
    ['Transaction hash', record.txHash, codeField],
    ['Data hash', record.dataHash, codeField],
    ['Index in the block', record.extrinsicIndex, plainField],
    ['Cost in base units', record.fees, plainField],
    ['Network fee, paid by the operator', networkFeeOf(record), plainField],
    ['Amount of data', record.amountData, plainField],
    ['Address', record.toAddress, codeField],
    ['Token details id', record.tokenDetailsId, plainField],
    ['User', record.userId, codeField],
  ]);
}

/** Undocumented fields under the service's own names. They are never dropped. */
export function extraFields(record: SubmissionRecord): readonly Field[] {
  return Object.entries(record.extra).map(([name, value]) => codeField(name, value));
}

/** The main data of a record. `cost` is the cost in the token that paid, if known. */
export function plainSections(record: SubmissionRecord, cost: Cost | null): readonly FieldSection[] {
  const size = record.amountData;
  return [
    {
      title: 'Submission',
      fields: [
        codeField('Submission id', record.id),
        plainField('State', phaseWords[record.phase]),
        ...present([
          ['The service says', record.error, plainField],
          ['Time', record.createdAt, momentField],
          ['Size', size === null ? null : formatServiceSize(size), plainField],
          ['Cost', cost === null ? null : formatCost(cost), plainField],
        ]),
      ],
    },
  ];
}

export function technicalSections(record: SubmissionRecord): readonly FieldSection[] {
  const sections: readonly FieldSection[] = [
    { title: 'Record', fields: technicalFields(record) },
    { title: 'More from the service', fields: extraFields(record) },
  ];
  return sections.filter(({ fields }) => fields.length > 0);
}

/** The record as plain text for a ticket, times in UTC and local time. `title` is the answer in words. */
export function recordAsText(title: string, record: SubmissionRecord, cost: Cost | null): string {
  return sectionsAsText(title, [...plainSections(record, cost), ...technicalSections(record)]);
}

/** The record as JSON with the service's own field names. Numbers keep the text that the service sent. */
export function recordAsJson(record: SubmissionRecord): string {
  const known: readonly (readonly [string, string | null])[] = [
    ['id', record.id],
    ['user_id', record.userId],
    ['token_details_id', record.tokenDetailsId],
    ['extrinsic_index', record.extrinsicIndex],
    ['amount_data', record.amountData],
    [costFieldOf(record), record.fees],
    ['to_address', record.toAddress],
    ['block_hash', record.blockHash],
    ['data_hash', record.dataHash],
    ['tx_hash', record.txHash],
    ['created_at', record.createdAt],
    ['error', record.error],
  ];
  const named = new Set(known.map(([name]) => name));
  // Extra values are JSON text already. Parsing them would change large numbers.
  const lines = [
    ...known.map(([name, value]) => [name, JSON.stringify(value)] as const),
    ...Object.entries(record.extra).filter(([name]) => !named.has(name)),
  ].map(([name, json]) => `  ${JSON.stringify(name)}: ${json}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}
