import { z } from 'zod';
import { type Receipt, vouchedChecks } from '../../shared/bridge/receipts.ts';
import { type SubmissionRecord, textsByName } from '../../shared/records.ts';

/** As long as the service’s words are: the file as a whole is bounded. */
const text = z.string();
const textOrNull = text.nullable();
const instant = z.iso.datetime({ offset: true });
const digest = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .nullable();

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
  confirmedAt: instant.nullable(),
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
    size: z.number().int().nonnegative().nullable(),
    keccak256: digest,
    blake2b256: digest,
    sha256: digest,
  }),
  record: record.nullable(),
  seal: z.string().regex(/^0x[0-9a-f]{64}$/),
});

const vouched = z.strictObject({ at: instant, check: z.enum(vouchedChecks) });
const second = first.extend({ version: z.literal(2), submission: submission.extend({ vouched }) });

/** A receipt of a version that this Dropslip writes; nothing more may stand in it, nothing less. */
export const receiptShape: z.ZodType<Receipt> = z.discriminatedUnion('version', [first, second]);

/** What can be told of a file before it is taken for a receipt of this version. */
export const headShape = z.object({ format: z.string(), version: z.number() });

/** Several receipts in one file, each with its own seal. */
export const bundleShape = z.strictObject({
  format: z.literal('dropslip-receipts'),
  version: z.literal(1),
  receipts: z.array(z.unknown()).min(1).max(10_000),
});
