import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Account } from '../../shared/bridge/accounts.ts';
import type { NetworkAnswer } from '../../shared/bridge/network.ts';
import { type Receipt, receiptBytes, receiptEncryption, vouchedChecks } from '../../shared/bridge/receipts.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { type SubmissionRecord, textsByName } from '../../shared/records.ts';
import { normaliseHex } from '../../shared/text.ts';
import type { KeptFile, KeptSubmission } from './kept-submissions.ts';

/**
 * The one way to write a JSON value (RFC 8785): keys sorted by their UTF-16 code units, no blanks, no escapes that need
 * not be. `value` must come from `JSON.parse`.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** The seal of a receipt: SHA-256 over its canonical JSON without the seal itself. */
export function sealOf(receipt: object): string {
  const content = Object.fromEntries(Object.entries(receipt).filter(([name]) => name !== 'seal'));
  return `0x${createHash('sha256').update(canonicalJson(content), 'utf8').digest('hex')}`;
}

/** As long as the service’s words are: the file as a whole is bounded. */
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

const submission = z.strictObject({
  id: text,
  addedAt: instant,
  submittedAt: instant.nullable(),
  seenConfirmedAt: instant.nullable().exactOptional(),
  blockTime: instant.nullable().exactOptional(),
  confirmedAt: instant.nullable().exactOptional(),
});

const first = z.strictObject({
  format: z.literal('dropslip-receipt'),
  version: z.literal(1),
  appVersion: text,
  issuedAt: instant,
  account: z.strictObject({ name: text, kind: z.enum(['practice', 'service']), address: textOrNull }),
  submission,
  file: z.strictObject({
    name: text,
    size: bytes.nullable(),
    ...digests,
  }),
  record: record.nullable(),
  seal: z.string().regex(/^0x[0-9a-f]{64}$/),
});

const vouched = z.strictObject({ at: instant, check: z.enum(vouchedChecks) });
const second = first.extend({ version: z.literal(2), submission: submission.extend({ vouched }) });

const third = first.extend({
  version: z.literal(3),
  submission: submission.extend({ vouched: vouched.nullable() }),
  content: z.enum(['file', 'folder']),
  manifest: receiptBytes.nullable(),
  parts: z

    .array(receiptBytes.extend({ level: bytes, offset: bytes, submissionId: text, record: record.nullable() }))
    .nullable(),
  encryption: receiptEncryption.nullable(),
});

/** A receipt of a version that this Dropslip writes; nothing more may stand in it, nothing less. */
export const receiptShape: z.ZodType<Receipt> = z.discriminatedUnion('version', [first, second, third]);

/** Whether the parts of each level lie one behind the other, and those of what went out are all of it; true where all went in one. */
export function areWhole(receipt: Receipt): boolean {
  if (receipt.version !== 3) return true;
  const { file, parts, manifest, encryption } = receipt;
  if (parts === null) return manifest !== null;
  const ends = new Map<number, number>();
  for (const { level, offset, size } of parts) {
    if (size === 0 || offset !== (ends.get(level) ?? 0)) return false;
    ends.set(level, offset + size);
  }
  const out = encryption?.stream.size ?? file.size;
  return manifest === null ? parts.length === 0 : out === (ends.get(0) ?? 0);
}

/** What can be told of a file before it is taken for a receipt of this version. */
export const headShape = z.object({ format: z.string(), version: z.number() });

/** Several receipts in one file, each with its own seal. */
export const bundleShape = z.strictObject({
  format: z.literal('dropslip-receipts'),
  version: z.literal(1),
  receipts: z.array(z.unknown()).min(1).max(10_000),
});

/** A submission of another Dropslip, as its record has it; null if the record has no time. */
function itemOf({ id, createdAt }: SubmissionRecord): KeptFile | null {
  if (createdAt === null) return null;
  const digests = { keccak256: null, blake2b256: null, sha256: null };
  const unknown = { size: null, seenConfirmedAt: null, vouched: null, composition: null };
  return { name: `Submission ${id.slice(0, 8)}`, digests, addedAt: createdAt, submittedAt: createdAt, ...unknown };
}

/** Who issues a receipt, and when. */
export type Issuer = { readonly appVersion: string; readonly issuedAt: string };

/**
 * `network`: the last answer that held, null if there is none. Errors: `not-own` for a submission that Dropslip knows
 * only from a record without a time.
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
  const submission = {
    id: submissionId,
    addedAt: item.addedAt,
    submittedAt: item.submittedAt,
    seenConfirmedAt: item.seenConfirmedAt,
    blockTime: provenBlockTime(record, network),
  };
  const { vouched, composition } = item;
  const common = {
    format: 'dropslip-receipt',
    ...issuer,
    account: {
      name: account.name,
      kind: account.kind,
      address: account.kind === 'practice' ? null : account.address,
    },
    file: { name: item.name, size: item.size, ...item.digests },
    record,
  } as const;
  if (composition !== null) {
    return success(sealed({ ...common, version: 3, submission: { ...submission, vouched }, ...composition }));
  }
  return success(
    vouched === null
      ? sealed({ ...common, version: 1, submission })
      : sealed({ ...common, version: 2, submission: { ...submission, vouched } }),
  );
}

/** The record may name another block since the node was asked. */
function provenBlockTime(record: SubmissionRecord | null, network: NetworkAnswer | null): string | null {
  if (network === null || !network.facts.proven.transactions || record?.blockHash == null) return null;
  return normaliseHex(record.blockHash) === network.facts.blockHash ? network.facts.blockTime : null;
}

function sealed<Unsealed extends object>(unsealed: Unsealed): Unsealed & Pick<Receipt, 'seal'> {
  return { ...unsealed, seal: sealOf(unsealed) };
}

/** How many bytes a receipt takes up in a file, alone or among others; its share of what stands around them included. */
export function bytesInFile(receipt: Receipt): number {
  return Buffer.byteLength(JSON.stringify({ receipts: [receipt] }, null, 2));
}

/** A receipt's file, or that of several: indented, so that it can be read. */
export function receiptText(receipts: readonly Receipt[]): string {
  const [only, ...more] = receipts;
  const content =
    only !== undefined && more.length === 0 ? only : { format: 'dropslip-receipts', version: 1, receipts };
  return `${JSON.stringify(content, null, 2)}\n`;
}
