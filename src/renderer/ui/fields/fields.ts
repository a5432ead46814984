import { cleanText } from '../../../shared/text.ts';
import { ticketTime } from '../../../shared/time.ts';
import { formatMoment } from '../format.ts';

export type Field = {
  readonly label: string;
  /** What is shown. */
  readonly value: string;
  /** What is copied: the technical text, exact. */
  readonly copy: string;
  /** Ids, hashes and paths are read letter by letter. */
  readonly code: boolean;
  /** As it stands in a ticket, where that says more than `copy`. */
  readonly ticket?: string;
};

export type FieldSection = { readonly title: string; readonly fields: readonly Field[] };

type Row = readonly [label: string, value: string | null, make: (label: string, value: string) => Field];

/** Fields of what is known; nothing unknown is listed. */
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

/** Sections as plain text, for an e-mail or a ticket: a title, then a line for each field. */
export function sectionsAsText(title: string, sections: readonly FieldSection[]): string {
  const lines = [cleanText(title)];
  for (const section of sections) {
    lines.push('', section.title, ...section.fields.map(({ label, copy, ticket }) => fieldLine(label, ticket ?? copy)));
  }
  return `${lines.join('\n')}\n`;
}

/** A field of a text. A value of the service may hold line ends: it must not be able to pass for a field of its own. */
export function fieldLine(label: string, value: string): string {
  return `${cleanText(label)}: ${cleanText(value)}`;
}
