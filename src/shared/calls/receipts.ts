import { z } from 'zod';
import { listOf, uniqueListOf } from '../list-of.ts';
import type { Receipt, SavedFile, SavedReceipts, ServiceWord, Verification } from '../receipts.ts';
import { submissionIdInput } from '../submission-id.ts';

const submissionId = submissionIdInput;
const submissionIds = uniqueListOf(submissionId, 10_000);
const checkId = z.string().min(1).max(64);
const path = z.string().max(32_768);
const digest = z.string().regex(/^0x[0-9a-f]{64}$/);

export const receiptCallInputs = {
  /** One receipt as a file, or several in one: the first ones, as many as fit. */
  'receipts.json': z.strictObject({ submissionIds }),
  'receipts.pdf': z.strictObject({ submissionId }),
  'receipts.cancelVerify': z.strictObject({ checkId }),
  /** What the service's record says now of a file with these digests. */
  'receipts.askService': z.strictObject({
    submissionId,
    /** The address that a receipt names; null for a submission that is kept here, and for the practice service. */
    address: z.string().max(2_000).nullable(),
    digests: z.strictObject({ keccak256: digest, blake2b256: digest, sha256: digest }),
  }),
} as const;

export const receiptFileCallInputs = {
  /** Reads the one file as a receipt, or several of them in one. */
  'receipts.read': z.strictObject({ paths: listOf(path, 1) }),
  /**
   * Whether the first file's bytes are those of a submission: that of the receipt in the second file, or one that is
   * kept here. Tells of itself with `verify-progress` events.
   */
  'receipts.verify': z.discriminatedUnion('against', [
    z.strictObject({ against: z.literal('receipt'), checkId, paths: listOf(path, 2, 2) }),
    z.strictObject({ against: z.literal('kept'), checkId, submissionId, paths: listOf(path, 1) }),
  ]),
} as const;

export type ReceiptCallAnswers = {
  'receipts.json': SavedReceipts;
  'receipts.pdf': SavedFile;
  'receipts.cancelVerify': null;
  'receipts.askService': ServiceWord;
};

export type ReceiptFileCallAnswers = {
  'receipts.read': readonly Receipt[];
  'receipts.verify': Verification;
};
