import { z } from 'zod';
import type { Failure } from '../failures/failure.ts';
import type { SubmissionRecord } from '../records.ts';
import type { FolderVerdict, GivenManifest } from '../submissions/verification.ts';
import { call, event, fileCall, listOf, submissionIdInput, uniqueListOf } from './call.ts';
import { openWith } from './encryption.ts';

export const digestNames = ['keccak256', 'blake2b256', 'sha256'] as const;
export type DigestName = (typeof digestNames)[number];

/** Digests of the same bytes, lower-case hex with `0x`. */
export type FileDigests = { readonly [Name in DigestName]: string };

export const vouchedChecks = ['unchecked', 'no-hash', 'hash-unknown'] as const;

/**
 * What a submission id that a person gave could be held against: nothing (`unchecked`), the service's record of it, which had
 * no hash (`no-hash`), or one that nobody can compare (`hash-unknown`).
 */
export type VouchedCheck = (typeof vouchedChecks)[number];

/** A user's word that a file was submitted under an id, which could not be checked. */
export type Vouched = { readonly at: string; readonly check: VouchedCheck };

/** Digests as far as they were taken. */
export type KnownDigests = { readonly [Name in DigestName]: string | null };

/** Bytes, and digests of them. */
export type ReceiptBytes = { readonly size: number } & KnownDigests;

/** One of the submissions that a file took. `level`: 0 for a slice of what went out, 1 for one of its manifest, and so on. */
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

/** Bytes, and digests of them as far as they were taken. */
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
    /** So many public keys. */
    z.strictObject({ kind: z.literal('recipients'), count: z.number().int().positive() }),
  ]),
  stream: receiptBytes,
});
export type ReceiptEncryption = Readonly<z.output<typeof receiptEncryption>>;

/** The composition of a submission that is not one file, just as it is. */
export type Composition = {
  /** The bytes of a folder are those of its files, joined. */
  readonly content: 'file' | 'folder';
  /** The submission whose id the receipt has; null where all went in one, without a manifest. */
  readonly manifest: ReceiptBytes | null;
  /** Null where there are more than a receipt has room for: the manifest names them. */
  readonly parts: readonly ReceiptPart[] | null;
  readonly encryption: ReceiptEncryption | null;
};

/** A receipt as it is in its file. `docs/receipt-format.md` describes it. */
export type Receipt = {
  readonly format: 'dropslip-receipt';
  readonly version: 1;
  /** The Dropslip that wrote it. */
  readonly appVersion: string;
  /** A UTC instant, like all others. */
  readonly issuedAt: string;
  readonly account: {
    readonly name: string;
    readonly kind: 'practice' | 'service';
    /** Address of the service; null for the practice service, which has a new one at every start. */
    readonly address: string | null;
  };
  readonly submission: {
    readonly id: string;
    readonly addedAt: string;
    /** Null if it was found in the service's records, or if a user confirmed the id. */
    readonly submittedAt: string | null;
    /** When Dropslip read that it is in a block. */
    readonly seenConfirmedAt: string | null;
    /** The time that the block itself gives, if a node was asked and the block's hash proves it. */
    readonly blockTime: string | null;
    /** Set if only a user's word says that the file went out under this id. */
    readonly vouched: Vouched | null;
  };
  /** Name without any folder; size in bytes. Of an encrypted file, before it was encrypted. */
  readonly file: { readonly name: string; readonly size: number | null } & KnownDigests;
  /** The service's record as last read; null while it was never read. */
  readonly record: SubmissionRecord | null;
  /** Null if the file was submitted whole, as it is. */
  readonly composition: Composition | null;
  /** SHA-256 over the canonical JSON of all else. It notices a change, and is no signature. */
  readonly seal: string;
};

/** A submission carries the file as it is, the manifest of its parts, or the file encrypted. */
export const sentKinds = ['file', 'manifest', 'encrypted'] as const;
export type SentAs = (typeof sentKinds)[number];

/** What a receipt says that was sent in the place of the file; null where it went as it is, and where none was given. */
export const sentInput = z.strictObject({ as: z.enum(['manifest', 'encrypted']), bytes: receiptBytes }).nullable();

/** A file for the person to save, which the window offers as a download. */
export type SavedFile = { readonly name: string; readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> };

/** `left`: submissions whose receipts did not fit into this file, for the next one. */
export type SavedReceipts = SavedFile & { readonly left: readonly string[] };

/** The new folder of PDFs. `reason`: why some are missing; null if none is. */
export type SavedPdfs = { readonly folderName: string; readonly saved: number; readonly reason: Failure | null };

export type ReadReference =
  | { readonly kind: 'receipts'; readonly receipts: readonly Receipt[] }
  | { readonly kind: 'manifest'; readonly manifest: GivenManifest };

export type Against =
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  /** A submission that this computer keeps: what Dropslip read of the file when it submitted it, and the record. */
  | {
      readonly kind: 'kept';
      readonly submissionId: string;
      readonly name: string | null;
      readonly record: SubmissionRecord | null;
    }
  | { readonly kind: 'manifest'; readonly manifest: GivenManifest };

/** The source of a value: Dropslip when it read the file, or the service's record. */
type Witness = 'dropslip' | 'service';

/** One value of the file beside the one that it is to have. */
export type Comparison = {
  readonly witness: Witness;
  /** `data-hash`: the service's hash, of which it does not say how it is made. */
  readonly what: 'size' | DigestName | 'data-hash';
  readonly expected: string;
  readonly actual: string;
  /** Null where it can't be told: a `data-hash` of a kind that is unknown here says nothing of these bytes. */
  readonly same: boolean | null;
};

/** `unknown-hash`: the service's hash is of a kind that can't be checked here, such as that of encrypted bytes. */
export type ServiceSays = 'agrees' | 'not-yet' | 'unknown-hash';

/** What the bytes are where they are not the whole: `number` counts from 1; `manifest`, also where they are a slice of it. */
export type Piece =
  | { readonly kind: 'part'; readonly number: number; readonly of: number; readonly offset: number }
  | { readonly kind: 'manifest' }
  | { readonly kind: 'encrypted' }
  /** One of the files of a folder; `path` in it. */
  | { readonly kind: 'member'; readonly path: string };

export type Verdict =
  /** The bytes are those of the submission, by these digests. */
  | { readonly kind: 'same'; readonly by: readonly DigestName[]; readonly service: ServiceSays }
  /** The bytes are of the submission, and not all of it. */
  | {
      readonly kind: 'piece';
      readonly piece: Piece;
      readonly by: readonly DigestName[];
      readonly service: ServiceSays;
    }
  | { readonly kind: 'different' }
  /** There is nothing to compare the bytes with. `sizeFits`: false if the size is not known either. */
  | { readonly kind: 'cannot-say'; readonly sizeFits: boolean; readonly service: Exclude<ServiceSays, 'agrees'> };

export type FileVerification = {
  readonly kind: 'file';
  /** The bytes that were compared: the file, or its decrypted contents. */
  readonly file: { readonly name: string; readonly size: number } & FileDigests;
  /** `opened`: the contents of an encrypted file were compared. Null for any other file, and if they need not be. */
  readonly inside: 'closed' | 'opened' | null;
  readonly against: Against;
  readonly verdict: Verdict;
  readonly comparisons: readonly Comparison[];
  /** The number of receipts in the file, of which this one was taken. */
  readonly receipts: number;
};

export type FolderVerification = {
  readonly kind: 'folder';
  /** As it is now: hidden files that were not submitted are not among its files. Bytes. */
  readonly folder: { readonly name: string; readonly files: number; readonly bytes: number };
  readonly against: Against;
  readonly verdict: FolderVerdict;
  readonly receipts: number;
};

export type Verification = FileVerification | FolderVerification;

/** The service's record now, compared with the same file, or with what was sent in its place. */
export type ServiceWord = {
  readonly record: SubmissionRecord;
  readonly comparison: Comparison | null;
  /** The bytes that were compared. */
  readonly of: SentAs;
  /** The service was asked with this account. */
  readonly accountName: string;
};

const submissionId = submissionIdInput;
const submissionIds = uniqueListOf(submissionId, 10_000);
const checkId = z.string().min(1).max(64);
const saveId = z.string().min(1).max(64);
const openedId = z.uuid();
const path = z.string().max(32_768);
const digest = z.string().regex(/^0x[0-9a-f]{64}$/);

export const receiptCalls = {
  /** One receipt as a file, or several in one: the first ones, as many as fit. */
  'receipts.json': call({ submissionIds }).atMost(2).answering<SavedReceipts>(),
  'receipts.pdf': call({ submissionId }).answering<SavedFile>(),
  /** The manifest of what went in parts, byte for byte as it was submitted. */
  'receipts.manifest': call({ submissionId }).atMost(2).answering<SavedFile>(),
  /** PDFs of many, in a new folder among the person's downloads. Tells of itself with `receipts.save-progress` events. */
  'receipts.savePdfs': call({ saveId, submissionIds }).atMost(1).answering<SavedPdfs>(),
  'receipts.cancelSave': call({ saveId }),
  'receipts.cancelVerify': call({ checkId }),
  /** Compares the service's record of now with a file that has these digests. */
  'receipts.askService': call({
    submissionId,
    /** The address that a receipt names; null for a submission that is kept here, and for the practice service. */
    address: z.string().max(2_000).nullable(),
    digests: z.strictObject({ keccak256: digest, blake2b256: digest, sha256: digest }),
    sent: sentInput,
  })
    .atMost(16)
    .answering<ServiceWord>(),
  /** Reads the one file as a receipt, as several of them in one, or as a manifest. */
  'receipts.read': fileCall('read', z.strictObject({ paths: listOf(path, 1) }))
    .atMost(8)
    .answering<ReadReference>(),
  /** The same of one that was opened with Dropslip, as a `receipt-opened` event told. */
  'receipts.readOpened': call({ openedId }).atMost(8).answering<ReadReference>(),
  /**
   * Whether the first file, or folder, is what was submitted, by the receipt or the manifest in the second file or in one that was
   * opened with Dropslip, or by what is kept here. Tells of itself with `receipts.verify-progress` events.
   */
  'receipts.verify': fileCall(
    'read',
    z.discriminatedUnion('against', [
      z.strictObject({ against: z.literal('receipt'), checkId, openWith, paths: listOf(path, 2, 2) }),
      z.strictObject({ against: z.literal('opened'), checkId, openWith, openedId, paths: listOf(path, 1) }),
      z.strictObject({ against: z.literal('kept'), checkId, openWith, submissionId, paths: listOf(path, 1) }),
    ]),
  )
    .atMost(8)
    .answering<Verification>(),
} as const;

export const receiptEvents = {
  'receipts.save-progress': event<{ readonly saveId: string; readonly done: number; readonly total: number }>(),
  /** The bytes of the file or folder that were read so far. */
  'receipts.verify-progress': event<{ readonly checkId: string; readonly done: number; readonly total: number }>(),
} as const;
