import { z } from 'zod';
import type { Failure } from '../failures/failure.ts';
import type { SubmissionRecord } from '../records.ts';
import type { FolderVerdict } from '../submissions/verification.ts';
import { accountIdInput } from './accounts.ts';
import { call, event, fileCall, submissionIdInput, uniqueListOf } from './call.ts';

export const digestNames = ['keccak256', 'blake2b256', 'sha256'] as const;
export type DigestName = (typeof digestNames)[number];

/** Digests of the same bytes, lower-case hex with `0x`. */
export type FileDigests = { readonly [Name in DigestName]: string };

export const vouchedChecks = ['unchecked', 'no-hash', 'hash-unknown'] as const;

/**
 * The check of a submission id that the user gave: not checked (`unchecked`), the record had no hash (`no-hash`), or
 * the hash is of an unknown kind (`hash-unknown`).
 */
export type VouchedCheck = (typeof vouchedChecks)[number];

/** The user's statement that a file has this submission id, which could not be verified. */
export type Vouched = { readonly at: string; readonly check: VouchedCheck };

/** Null for digests that were not computed. */
export type KnownDigests = { readonly [Name in DigestName]: string | null };

export type ReceiptBytes = { readonly size: number } & KnownDigests;

/** One of the submissions of a file. `level`: 0 for a slice of the stream, 1 for a slice of its manifest, and so on. */
export type ReceiptPart = ReceiptBytes & {
  readonly level: number;
  readonly offset: number;
  readonly submissionId: string;
  readonly record: SubmissionRecord | null;
};

const knownDigest = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .nullable();

export const receiptBytes = z.strictObject({
  size: z.number().int().nonnegative(),
  keccak256: knownDigest,
  blake2b256: knownDigest,
  sha256: knownDigest,
});

/** The encryption of the bytes that were sent. */
export const receiptEncryption = z.strictObject({
  format: z.literal('age'),
  for: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('passphrase') }),
    /** Number of public keys. */
    z.strictObject({ kind: z.literal('recipients'), count: z.number().int().positive() }),
  ]),
  stream: receiptBytes,
});
export type ReceiptEncryption = Readonly<z.output<typeof receiptEncryption>>;

/** The composition of a submission that is not one unchanged file. */
export type Composition = {
  /** The bytes of a folder are those of its files, concatenated. */
  readonly content: 'file' | 'folder';
  /** The submission with the receipt's id; null if everything is in one submission, without a manifest. */
  readonly manifest: ReceiptBytes | null;
  /** Null if there are too many for a receipt. The manifest lists them. */
  readonly parts: readonly ReceiptPart[] | null;
  readonly encryption: ReceiptEncryption | null;
};

/** A receipt as stored in its file. `docs/receipt-format.md` describes it. */
export type Receipt = {
  readonly format: 'dropslip-receipt';
  readonly version: 1;
  readonly appVersion: string;
  /** UTC instant, like all others. */
  readonly issuedAt: string;
  readonly account: {
    readonly name: string;
    readonly kind: 'practice' | 'service';
    /** Null for the practice service, which has a new address at every start. */
    readonly address: string | null;
  };
  readonly submission: {
    readonly id: string;
    readonly addedAt: string;
    /** Null if it was found in the service's records, or if the user confirmed the id. */
    readonly submittedAt: string | null;
    /** When Dropslip read that the submission is in a block. */
    readonly seenConfirmedAt: string | null;
    /** The time in the block itself, if a node was asked and the block's hash proves it. */
    readonly blockTime: string | null;
    /** Set if only the user states that the file has this id. */
    readonly vouched: Vouched | null;
  };
  /** Name without folders; size in bytes. For an encrypted file, these are of the plain file. */
  readonly file: { readonly name: string; readonly size: number | null } & KnownDigests;
  /** The service's record as last read; null if it was never read. */
  readonly record: SubmissionRecord | null;
  /** Null if the file was submitted whole and unchanged. */
  readonly composition: Composition | null;
  /** SHA-256 of the canonical JSON of all other fields. It detects changes but is not a signature. */
  readonly seal: string;
};

export const sentKinds = ['file', 'manifest', 'encrypted'] as const;
export type SentAs = (typeof sentKinds)[number];

/**
 * The content that was sent instead of the file, according to a receipt. Null if the file was sent unchanged or the
 * receipt does not say.
 */
export const sentInput = z.strictObject({ as: z.enum(['manifest', 'encrypted']), bytes: receiptBytes }).nullable();

/** A file that the window offers as a download. */
export type SavedFile = { readonly name: string; readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> };

/** `left`: submissions whose receipts did not fit, for the next file. */
export type SavedReceipts = SavedFile & { readonly left: readonly string[] };

export type Against =
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  /** A submission on this computer: its digests and its record. */
  | {
      readonly kind: 'kept';
      readonly submissionId: string;
      readonly name: string | null;
      readonly record: SubmissionRecord | null;
    };

/** `unknown-hash`: the kind of the service's hash is unknown here, for example of encrypted bytes. */
export type ServiceSays = 'agrees' | 'not-yet' | 'unknown-hash';

/** The bytes, if they are not the whole submission. */
export type Piece =
  | { readonly kind: 'encrypted' }
  /** One file of a folder, with its path in it. */
  | { readonly kind: 'member'; readonly path: string };

export type Verdict =
  /** The bytes are those of the submission; `by` lists the digests that match. */
  | { readonly kind: 'same'; readonly by: readonly DigestName[]; readonly service: ServiceSays }
  /** The bytes belong to the submission but are not all of it. */
  | {
      readonly kind: 'piece';
      readonly piece: Piece;
      readonly by: readonly DigestName[];
      readonly service: ServiceSays;
    }
  | { readonly kind: 'different' }
  /** There is nothing to compare the bytes with. */
  | { readonly kind: 'cannot-say'; readonly service: Exclude<ServiceSays, 'agrees'> };

export type FileVerification = {
  readonly kind: 'file';
  readonly file: { readonly name: string; readonly size: number } & FileDigests;
  readonly against: Against;
  readonly verdict: Verdict;
  /** The number of receipts in the file that contained this one. */
  readonly receipts: number;
};

export type FolderVerification = {
  readonly kind: 'folder';
  /** The folder as it is now, without hidden files that were not submitted. Bytes. */
  readonly folder: { readonly name: string; readonly files: number; readonly bytes: number };
  readonly against: Against;
  readonly verdict: FolderVerdict;
  readonly receipts: number;
};

export type Verification = FileVerification | FolderVerification;

/** A file that was not imported, or not all of it. */
export type ImportProblem = { readonly name: string; readonly reason: Failure };

/** `added`, `known`: receipts, or names from an export. `files`: the number of files that were read. */
export type ImportedReceipts = {
  readonly added: number;
  readonly known: number;
  readonly files: number;
  readonly problems: readonly ImportProblem[];
};

const submissionId = submissionIdInput;
const submissionIds = uniqueListOf(submissionId, 10_000);
const checkId = z.string().min(1).max(64);
const openedId = z.uuid();
const path = z.string().max(32_768);

export const receiptCalls = {
  /** The submission ids of an account's own files, oldest first. */
  'receipts.list': call({ accountId: accountIdInput }).answering<readonly string[]>(),
  /** One receipt, or a file with as many of the first ones as fit. */
  'receipts.json': call({ submissionIds }).answering<SavedReceipts>(),
  /** One PDF, each receipt on a new page. */
  'receipts.pdf': call({ submissionIds }).answering<SavedReceipts>(),
  'receipts.cancelVerify': call({ checkId }),
  /** Reads one file as one or more receipts. */
  'receipts.read': fileCall(z.strictObject({ paths: z.array(path).length(1) })).answering<readonly Receipt[]>(),
  /** The same for a file from a `receipt-opened` event. */
  'receipts.readOpened': call({ openedId }).answering<readonly Receipt[]>(),
  /** Stores the receipts of files and folders, and the names in exports, of submissions that were made elsewhere. */
  'receipts.import': fileCall(z.strictObject({ paths: z.array(path).min(1).max(1_000) })).answering<ImportedReceipts>(),
  /**
   * Verifies the first file or folder with a receipt (the second file, or one opened with Dropslip) or
   * with the data on this computer. Emits `receipts.verify-progress`.
   */
  'receipts.verify': fileCall(
    z.discriminatedUnion('against', [
      z.strictObject({ against: z.literal('receipt'), checkId, paths: z.array(path).length(2) }),
      z.strictObject({ against: z.literal('opened'), checkId, openedId, paths: z.array(path).length(1) }),
      z.strictObject({ against: z.literal('kept'), checkId, submissionId, paths: z.array(path).length(1) }),
    ]),
  ).answering<Verification>(),
} as const;

export const receiptEvents = {
  /** Bytes of the file or folder. */
  'receipts.verify-progress': event<{ readonly checkId: string; readonly done: number; readonly total: number }>(),
} as const;
