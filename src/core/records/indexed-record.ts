import { type Decimal, parseDecimal } from '../../shared/amounts.ts';
import type { RecordFile } from '../../shared/bridge/records.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { serviceSize } from '../../shared/sizes.ts';
import type { Searchable } from './search-rows.ts';

/** A file of this app whose receipt a record is. */
export type NamedFile = RecordFile & { readonly size: number | null };

/** What of it is shown with the record. */
export function recordFile({ name, folder, part }: NamedFile): RecordFile {
  return { name, folder, ...(part === undefined ? {} : { part }) };
}

/** One record in memory, with what is read out of it once and needed for every question. */
export type IndexedRecord = {
  readonly record: SubmissionRecord;
  /** Epoch milliseconds; NaN where the record has no time. */
  readonly time: number;
  /** Null where there are none, or where they are no plain decimal. */
  readonly fees: Decimal | null;
  /** Whole bytes; null where the service's words give none. */
  readonly bytes: number | null;
  readonly bytesExact: boolean;
  readonly file: NamedFile | null;
  /** 0, or more where the service has several records with this id. */
  readonly number: number;
  /** What Lookup searches; made when it is first needed. */
  searchable: Searchable | null;
};

export function indexRecord(record: SubmissionRecord, file: NamedFile | null, number: number): IndexedRecord {
  const said = file?.size == null ? serviceSize(record.amountData) : { bytes: file.size, exact: true };
  return {
    record,
    time: record.createdAt === null ? Number.NaN : Date.parse(record.createdAt),
    fees: record.fees === null ? null : parseDecimal(record.fees),
    bytes: said?.bytes ?? null,
    bytesExact: said?.exact === true,
    file,
    number,
    searchable: null,
  };
}

/** As Lookup searches it. */
export function searchableRecord(accountId: string, record: SubmissionRecord): Searchable {
  return {
    accountId,
    row: { kind: 'record', id: record.id },
    submissionId: record.id,
    name: null,
    time: Date.parse(record.createdAt ?? ''),
    hashes: [record.blockHash, record.dataHash, record.txHash],
  };
}

const fields = [
  'id',
  'userId',
  'tokenDetailsId',
  'extrinsicIndex',
  'amountData',
  'fees',
  'toAddress',
  'blockHash',
  'dataHash',
  'txHash',
  'createdAt',
  'phase',
  'error',
] as const satisfies readonly (keyof SubmissionRecord)[];

/** What the names of its fields and the punctuation of a record come to when it is written. */
const AROUND_FIELDS = 190;

/** About how long a record is when it is written, in bytes. Writing it out would take ten times as long. */
export function writtenLength(record: SubmissionRecord): number {
  let length = AROUND_FIELDS;
  for (const field of fields) length += bytesIn(record[field]);
  for (const name of Object.keys(record.extra)) length += bytesIn(name) + bytesIn(record.extra[name]);
  return length;
}

/** Short texts are nearly all plain ASCII, and what they are longer than that comes to little. */
function bytesIn(text: string | null | undefined): number {
  if (text == null) return 0;
  return text.length > 200 ? Buffer.byteLength(text) : text.length;
}

export function sameRecord(a: SubmissionRecord, b: SubmissionRecord): boolean {
  for (const field of fields) if (a[field] !== b[field]) return false;
  const names = Object.keys(a.extra);
  return names.length === Object.keys(b.extra).length && names.every((name) => a.extra[name] === b.extra[name]);
}

/** All that a record says, as text: equal for records that are the same, and for no others. */
export function contentOf(record: SubmissionRecord): string {
  const extra = Object.entries(record.extra).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return JSON.stringify([fields.map((field) => record[field]), extra]);
}
