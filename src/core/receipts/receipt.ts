import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Account } from '../../shared/bridge/accounts.ts';
import type { NetworkAnswer } from '../../shared/bridge/network.ts';
import { type Receipt, receiptBytes, receiptEncryption, vouchedChecks } from '../../shared/bridge/receipts.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { hasOneMeaning, valuesIn } from '../../shared/json-text.ts';
import { type SubmissionRecord, textsByName } from '../../shared/records.ts';
import { normaliseHex } from '../../shared/text.ts';
import type { FileThreads } from '../files/index.ts';
import type { KeptFile, KeptSubmission } from './kept-submissions.ts';

/**
 * Canonical JSON (RFC 8785): keys sorted by UTF-16 code units, no spaces, no unnecessary escapes. `value` must come
 * from `JSON.parse`.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** The seal of a receipt: SHA-256 of its canonical JSON without the seal. */
export function sealOf(receipt: object): string {
  const content = Object.fromEntries(Object.entries(receipt).filter(([name]) => name !== 'seal'));
  return `0x${createHash('sha256').update(canonicalJson(content), 'utf8').digest('hex')}`;
}

/** Any length, because the size of the file is limited. An import stores only bounded texts. */
const text = z.string();
const textOrNull = text.nullable();
const instant = z.iso.datetime({ offset: true });
const digest = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .nullable();
const digests = { keccak256: digest, blake2b256: digest, sha256: digest } as const;
const bytes = z.number().int().nonnegative();

const record: z.ZodType<SubmissionRecord> = z.strictObject({
  id: text,
  userId: textOrNull,
  tokenDetailsId: textOrNull,
  extrinsicIndex: textOrNull,
  amountData: textOrNull,
  fees: textOrNull,
  toAddress: textOrNull,
  blockHash: textOrNull,
  dataHash: textOrNull,
  txHash: textOrNull,
  createdAt: textOrNull,
  phase: z.enum(['pending', 'in-block', 'failed']),
  error: textOrNull,
  extra: textsByName,
});

const composition = z.strictObject({
  content: z.enum(['file', 'folder']),
  manifest: receiptBytes.nullable(),
  parts: z
    .array(receiptBytes.extend({ level: bytes, offset: bytes, submissionId: text, record: record.nullable() }))
    .nullable(),
  encryption: receiptEncryption.nullable(),
});

/** A receipt has exactly these members. */
const receiptShape: z.ZodType<Receipt> = z.strictObject({
  format: z.literal('dropslip-receipt'),
  version: z.literal(1),
  appVersion: text,
  issuedAt: instant,
  account: z.strictObject({ name: text, kind: z.enum(['practice', 'service']), address: textOrNull }),
  submission: z.strictObject({
    id: text,
    addedAt: instant,
    submittedAt: instant.nullable(),
    seenConfirmedAt: instant.nullable(),
    blockTime: instant.nullable(),
    vouched: z.strictObject({ at: instant, check: z.enum(vouchedChecks) }).nullable(),
  }),
  file: z.strictObject({ name: text, size: bytes.nullable(), ...digests }),
  record: record.nullable(),
  composition: composition.nullable(),
  seal: z.string().regex(/^0x[0-9a-f]{64}$/),
});

/** True if the parts of each level have no gaps or overlaps, and those of level 0 cover the submitted stream. */
function areWhole({ file, composition }: Receipt): boolean {
  if (composition === null) return true;
  const { parts, manifest, encryption } = composition;
  if (parts === null) return manifest !== null;
  const ends = new Map<number, number>();
  for (const { level, offset, size } of parts) {
    if (size === 0 || offset !== (ends.get(level) ?? 0)) return false;
    ends.set(level, offset + size);
  }
  const out = encryption?.stream.size ?? file.size;
  return manifest === null ? parts.length === 0 : out === (ends.get(0) ?? 0);
}

/** The members that identify a receipt and its version. */
const headShape = z.object({ format: z.string(), version: z.number() });

/** A file with several receipts, each with its own seal. */
const bundleShape = z.strictObject({
  format: z.literal('dropslip-receipts'),
  version: z.literal(1),
  receipts: z.array(z.unknown()).min(1).max(10_000),
});

/** A submission by another installation, according to its record; null if the record has no time. */
function itemOf({ id, createdAt }: SubmissionRecord): KeptFile | null {
  if (createdAt === null) return null;
  const digests = { keccak256: null, blake2b256: null, sha256: null };
  const unknown = { size: null, seenConfirmedAt: null, vouched: null, composition: null };
  return { name: `Submission ${id.slice(0, 8)}`, digests, addedAt: createdAt, submittedAt: createdAt, ...unknown };
}

/** The app version and the time of issue. */
type Issuer = { readonly appVersion: string; readonly issuedAt: string };

/**
 * `network`: the last check that held, null if there is none. Errors: `not-own` for a submission that is known only
 * from a record without a time.
 */
export function makeReceipt(
  kept: KeptSubmission,
  account: Account,
  issuer: Issuer,
  network: NetworkAnswer | null,
): Result<Receipt> {
  const { record, submissionId } = kept;
  const item = kept.item ?? (record && itemOf(record));
  if (item === null) return failure({ code: 'not-own' });
  const unsealed = {
    format: 'dropslip-receipt',
    version: 1,
    ...issuer,
    account: {
      name: account.name,
      kind: account.kind,
      address: account.kind === 'practice' ? null : account.address,
    },
    submission: {
      id: submissionId,
      addedAt: item.addedAt,
      submittedAt: item.submittedAt,
      seenConfirmedAt: item.seenConfirmedAt,
      blockTime: provenBlockTime(record, network),
      vouched: item.vouched,
    },
    file: { name: item.name, size: item.size, ...item.digests },
    record,
    composition: item.composition,
  } as const;
  return success({ ...unsealed, seal: sealOf(unsealed) });
}

/** Compares the blocks, because the record may have another one since the check. */
function provenBlockTime(record: SubmissionRecord | null, network: NetworkAnswer | null): string | null {
  if (network === null || !network.facts.proven.transactions || record?.blockHash == null) return null;
  return normaliseHex(record.blockHash) === network.facts.blockHash ? network.facts.blockTime : null;
}

/** The bytes of a receipt in a file, including its share of the surrounding text. */
export function bytesInFile(receipt: Receipt): number {
  return Buffer.byteLength(JSON.stringify({ receipts: [receipt] }, null, 2));
}

/** The content of a file with one or more receipts, indented for readability. */
export function receiptText(receipts: readonly Receipt[]): string {
  const [only, ...more] = receipts;
  const content =
    only !== undefined && more.length === 0 ? only : { format: 'dropslip-receipts', version: 1, receipts };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The largest file that is read or written, in bytes: enough for ten thousand receipts. */
export const LARGEST_FILE_BYTES = 32 * 1024 * 1024;

/** Ten thousand receipts with a hundred values each, twice the usual number. */
export const MOST_VALUES = 1_000_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a file as one or more receipts. Errors: those of `readBytes` and of `readReceiptBytes`. */
export async function readReceiptFile(files: FileThreads, path: string): Promise<Result<readonly Receipt[]>> {
  const read = await readBytes(files, path);
  return read.ok ? readReceiptBytes(read.value) : read;
}

/** Reads a file that may have receipts. Errors: `not-a-receipt`, `receipt-too-large`, `receipt-unreadable`. */
export async function readBytes(files: FileThreads, path: string): Promise<Result<Uint8Array>> {
  const read = await files.read(path, 'follow', LARGEST_FILE_BYTES);
  if (read.kind === 'content') return success(read.bytes);
  if (read.code === 'ENOTFILE' || read.code === 'EISDIR') return failure({ code: 'not-a-receipt' });
  if (read.code === 'EFBIG') return failure({ code: 'receipt-too-large' });
  return failure({ code: 'receipt-unreadable', detail: read.detail });
}

/**
 * Reads the bytes of a file as a receipt, or as several in one. Errors: `receipt-too-large`, `not-a-receipt`,
 * `receipt-printed`, `receipt-version`, `receipt-damaged`, `receipt-changed`.
 */
export function readReceiptBytes(bytes: Uint8Array): Result<readonly Receipt[]> {
  if (bytes.length > LARGEST_FILE_BYTES) return failure({ code: 'receipt-too-large' });
  if (isPrintedReceipt(bytes)) return failure({ code: 'receipt-printed' });
  if (valuesIn(bytes) > MOST_VALUES) return failure({ code: 'not-a-receipt' });
  const text = decode(bytes);
  if (text === null) return failure({ code: 'not-a-receipt' });
  const value = parse(text);
  const head = headShape.safeParse(value);
  if (!head.success) return failure({ code: 'not-a-receipt' });
  // Dropslip never writes such a text. Readers could disagree about what the seal covers.
  if (!hasOneMeaning(text)) return failure({ code: 'receipt-changed' });
  if (head.data.format === 'dropslip-receipt') {
    const one = readReceipt(value);
    return one.ok ? success([one.value]) : one;
  }
  if (head.data.format !== 'dropslip-receipts') return failure({ code: 'not-a-receipt' });
  if (head.data.version !== 1) return failure({ code: 'receipt-version' });
  const bundle = bundleShape.safeParse(value);
  if (!bundle.success) return failure({ code: 'receipt-damaged' });
  const receipts: Receipt[] = [];
  for (const member of bundle.data.receipts) {
    const one = readReceipt(member);
    if (!one.ok) return one;
    receipts.push(one.value);
  }
  return success(receipts);
}

/**
 * Chromium writes the title of a page first, as text or in UTF-16. The title of a printed receipt ends in “: receipt”.
 */
function isPrintedReceipt(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 8_192)).toString('latin1');
  return /^%PDF-[^<]*<<\/Title (?:\(.*: receipt\)|<[0-9A-F]*003A00200072006500630065006900700074>)\s/.test(head);
}

function readReceipt(value: unknown): Result<Receipt> {
  const head = headShape.safeParse(value);
  if (!head.success || head.data.format !== 'dropslip-receipt') return failure({ code: 'receipt-damaged' });
  if (head.data.version !== 1) return failure({ code: 'receipt-version' });
  const receipt = receiptShape.safeParse(value);
  if (!receipt.success || typeof value !== 'object' || value === null) return failure({ code: 'receipt-damaged' });
  // The seal covers the content of the file, not the parsed values.
  if (sealOf(value) !== receipt.data.seal) return failure({ code: 'receipt-changed' });
  return areWhole(receipt.data) ? success(receipt.data) : failure({ code: 'receipt-damaged' });
}

/** Removes a byte order mark. Null for invalid UTF-8, because replacement characters would hide differences. */
function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
