import { type Decimal, parseDecimal } from '../../shared/amounts.ts';
import type { RecordFile } from '../../shared/bridge/records.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { serviceSize } from '../../shared/sizes.ts';

/** The file of this app that a record is the receipt of. */
export type NamedFile = RecordFile & { readonly size: number | null };

/** The fields that are shown with the record. */
export function recordFile({ name, folder, part }: NamedFile): RecordFile {
  return { name, folder, ...(part === undefined ? {} : { part }) };
}

/** A record in memory with the values that most queries need. */
export type IndexedRecord = {
  readonly record: SubmissionRecord;
  /** Epoch milliseconds; NaN for a record without a time. */
  readonly time: number;
  /** Null if missing or not a plain decimal. */
  readonly fees: Decimal | null;
  /** Whole bytes; null if the service gives no readable size. */
  readonly bytes: number | null;
  readonly bytesExact: boolean;
  readonly file: NamedFile | null;
  /** The text that the filter of Spending searches. It is created on first use. */
  filterable: FilterText | null;
};

export function indexRecord(record: SubmissionRecord, file: NamedFile | null): IndexedRecord {
  const said = file?.size == null ? serviceSize(record.amountData) : { bytes: file.size, exact: true };
  return {
    record,
    time: record.createdAt === null ? Number.NaN : Date.parse(record.createdAt),
    fees: record.fees === null ? null : parseDecimal(record.fees),
    bytes: said?.bytes ?? null,
    bytesExact: said?.exact === true,
    file,
    filterable: null,
  };
}

/** In lower case. A line end precedes each code. */
export type FilterText = { readonly words: string; readonly codes: string };

export function filterTextOf(entry: IndexedRecord): FilterText {
  entry.filterable ??= { words: wordsOf(entry), codes: codesOf(entry) };
  return entry.filterable;
}

/** Names, errors, and fields that the contract does not define. Empty for most records. */
function wordsOf({ record, file }: IndexedRecord): string {
  const extra = Object.entries(record.extra).map(([name, value]) => `${name} ${value}`);
  const texts = [file?.name, file?.folder, record.error, ...extra].filter((text) => text != null);
  return texts.join('\n').toLowerCase();
}

/** Ids (with and without their hyphens), hashes, addresses and amounts. A line end precedes each. */
function codesOf({ record }: IndexedRecord): string {
  const { id, userId, dataHash, blockHash, txHash, toAddress, fees } = record;
  const bare = [id, dataHash, blockHash, txHash, toAddress, fees].map((code) => bareCode(code ?? ''));
  return ['', id.toLowerCase(), (userId ?? '').toLowerCase(), ...bare].join('\n');
}

/** In lower case, without `0x` and hyphens. */
export const bareCode = (code: string): string => code.toLowerCase().replace(/^0x|-/g, '');

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

export function sameRecord(a: SubmissionRecord, b: SubmissionRecord): boolean {
  for (const field of fields) if (a[field] !== b[field]) return false;
  const names = Object.keys(a.extra);
  return names.length === Object.keys(b.extra).length && names.every((name) => a.extra[name] === b.extra[name]);
}
