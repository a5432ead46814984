import { type Decimal, parseDecimal } from '../../shared/amounts.ts';
import type { RecordFile } from '../../shared/bridge/records.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { parseSize } from '../../shared/sizes.ts';

/** A file of this app, as the journal has it. */
export type OwnFile = RecordFile & { readonly size: number | null };

/** One record in memory, with what is read out of it once and needed for every question. */
export type Entry = {
  readonly record: SubmissionRecord;
  /** Epoch milliseconds; NaN where the record has no time. */
  readonly time: number;
  /** A number where they are a whole one that it holds exactly. Null where there are none, or where they are no plain decimal. */
  readonly fees: number | Decimal | null;
  /** Whole bytes; null where the service's words give none. */
  readonly bytes: number | null;
  readonly bytesExact: boolean;
  readonly file: OwnFile | null;
  /** 0, or more where the service has several records with this id. */
  readonly twin: number;
  /** What searching looks through; made when it is first needed. */
  search: Searchable | null;
  /** Its place among the book's entries; only as old as those are. */
  place: number;
  /** The reading of a list that this record stood in last, and what stood there first for its id. */
  reading: number;
  listed: SubmissionRecord;
};

/**
 * Words are found anywhere; of codes (ids, hashes, addresses) short words find the start alone. `startBits`, `pairBits`:
 * the one and the two characters that codes start with, as `startBit` and `pairBit` have them. `id`: in lower case.
 */
export type Searchable = {
  readonly words: string;
  readonly id: string;
  readonly starts: string;
  readonly startBits: number;
  readonly pairBits: number;
};

/** From this length on a word is looked for inside of codes too. */
export const LONG_CODE = 8;

export function entryOf(record: SubmissionRecord, file: OwnFile | null, twin: number): Entry {
  const said = bytesOf(record.amountData);
  const own = file?.size ?? null;
  return {
    record,
    time: record.createdAt === null ? Number.NaN : Date.parse(record.createdAt),
    fees: feesOf(record),
    bytes: own ?? said?.bytes ?? null,
    bytesExact: own !== null || said?.exact === true,
    file,
    twin,
    search: null,
    place: -1,
    reading: 0,
    listed: record,
  };
}

const exactWhole = /^\d{1,15}$/;

function feesOf({ fees }: SubmissionRecord): Entry['fees'] {
  if (fees === null) return null;
  return exactWhole.test(fees) ? Number(fees) : parseDecimal(fees);
}

/** An entry's fees as a decimal, whatever they are kept as. */
export function decimalFees({ fees }: Entry): Decimal | null {
  return typeof fees === 'number' ? { units: BigInt(fees), scale: 0 } : fees;
}

function bytesOf(amountData: string | null): { readonly bytes: number; readonly exact: boolean } | null {
  if (amountData === null) return null;
  if (exactWhole.test(amountData)) return { bytes: Number(amountData), exact: true };
  const range = parseSize(amountData);
  if (range === null) return null;
  return { bytes: Math.round((range.min + range.max) / 2), exact: range.min === range.max };
}

/** Makes what searching looks through, once. */
export function searchable(entry: Entry): Searchable {
  if (entry.search !== null) return entry.search;
  const { record, file } = entry;
  // Nothing at all for most records: then there is nothing to look through.
  let words =
    file === null && record.error === null ? '' : `${file?.name ?? ''}\n${file?.folder ?? ''}\n${record.error ?? ''}`;
  for (const name of Object.keys(record.extra)) words += `\n${name} ${record.extra[name]}`;
  const id = record.id.toLowerCase();
  let [starts, startBits, pairBits] = ['', 0, 0];
  for (const code of [
    id,
    bare(record.dataHash),
    bare(record.blockHash),
    bare(record.txHash),
    bare(record.toAddress),
    record.userId ?? '',
    record.fees ?? '',
  ]) {
    if (code === '') continue;
    const start = code.slice(0, LONG_CODE - 1).toLowerCase();
    starts += `\n${start}`;
    startBits |= startBit(start);
    if (start.length > 1) pairBits |= pairBit(start);
  }
  entry.search = { words: words.toLowerCase(), id, starts, startBits, pairBits };
  return entry.search;
}

/** For a code's first character: a bit of its own for each hex digit, in lower case; others share theirs. */
export function startBit(code: string): number {
  const character = code.charCodeAt(0);
  if (character >= 48 && character <= 57) return 1 << (character - 48);
  return character >= 97 && character <= 102 ? 1 << (character - 87) : 1 << (16 + (character % 14));
}

/** For a code's first two characters: one of 32 bits, which many pairs share. */
export function pairBit(code: string): number {
  return 1 << ((code.charCodeAt(0) * 31 + code.charCodeAt(1)) & 31);
}

/** Whether a text of lower case, not an empty one, is anywhere inside of a code. Made for one text and many records. */
export function codeTest(code: string): (entry: Entry) => boolean {
  const hex = /^[\da-f]+$/.test(code);
  const number = /^[\d.]+$/.test(code);
  // Users and addresses are few: each is looked into once.
  const users = new Map<string, boolean>();
  const addresses = new Map<string, boolean>();
  return (entry) => {
    const { record } = entry;
    const { userId, toAddress, fees, dataHash, blockHash, txHash } = record;
    if (hex && (hashHolds(dataHash, code) || hashHolds(txHash, code) || hashHolds(blockHash, code))) return true;
    if (number && fees?.includes(code) === true) return true;
    if (searchable(entry).id.includes(code)) return true;
    if (userId !== null && known(users, userId, () => userId.toLowerCase().includes(code))) return true;
    if (toAddress === null) return false;
    return known(addresses, toAddress, () => {
      return toAddress.toLowerCase().indexOf(code, toAddress.startsWith('0x') ? 2 : 0) >= 0;
    });
  };
}

function known(answers: Map<string, boolean>, text: string, find: () => boolean): boolean {
  let answer = answers.get(text);
  if (answer === undefined) {
    answer = find();
    answers.set(text, answer);
  }
  return answer;
}

/** Hashes are lower-case hex; their `0x` is not looked at. */
const hashHolds = (hash: string | null, code: string): boolean => hash !== null && hash.indexOf(code, 2) >= 0;

const bare = (hex: string | null): string => (hex?.startsWith('0x') ? hex.slice(2) : (hex ?? ''));

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

/** What the names and signs of a record come to when it is written. */
const SIGNS = 190;

/** About how long a record is when it is written, in characters. Writing it out would take ten times as long. */
export function writtenLength(record: SubmissionRecord): number {
  let length = SIGNS;
  for (const field of fields) length += record[field]?.length ?? 0;
  for (const name of Object.keys(record.extra)) length += name.length + (record.extra[name]?.length ?? 0);
  return length;
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
