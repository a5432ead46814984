import type { SubmissionRecord } from './records.ts';

export const digestNames = ['keccak256', 'blake2b256', 'sha256'] as const;
export type DigestName = (typeof digestNames)[number];

/** Digests of the same bytes, lower-case hex with `0x`. */
export type FileDigests = { readonly [Name in DigestName]: string };

/** A receipt as it stands in its file; docs/receipt-format.md describes it for others. */
export type Receipt = {
  readonly format: 'dropslip-receipt';
  readonly version: 1;
  /** The Dropslip that wrote it. */
  readonly appVersion: string;
  /** UTC instants, this one and all others. */
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
    /** Null where it was learned from the service's records that it went through. */
    readonly submittedAt: string | null;
    readonly confirmedAt: string | null;
  };
  /** Name without any folder; size in bytes. */
  readonly file: { readonly name: string; readonly size: number | null } & {
    readonly [Name in DigestName]: string | null;
  };
  /** The service's record as last read; null while it was never read. */
  readonly record: SubmissionRecord | null;
  /** SHA-256 over the canonical JSON of all else: notices a change, and is no signature. */
  readonly seal: string;
};

/** A file for the person to save, which the window offers as a download. */
export type SavedFile = { readonly name: string; readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> };

/** `left`: submissions whose receipts did not fit into this file, for the next one. */
export type SavedReceipts = SavedFile & { readonly left: readonly string[] };

/** What a file is held against. */
export type Against =
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  /** A submission that this computer keeps: what Dropslip read of the file when it submitted it, and the record. */
  | {
      readonly kind: 'kept';
      readonly submissionId: string;
      readonly name: string | null;
      readonly record: SubmissionRecord | null;
    };

/** Who says what the bytes were: Dropslip when it read the file, or the service in its record. */
export type Witness = 'dropslip' | 'service';

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

export type Verdict =
  /** The bytes are those of the submission, by these digests. */
  | { readonly kind: 'same'; readonly by: readonly DigestName[]; readonly service: ServiceSays }
  | { readonly kind: 'different' }
  /** Dropslip's digests are of other bytes than this file, and the service's hash is of this file: it can't be both. */
  | { readonly kind: 'contradiction' }
  /** Nothing to compare bytes with. `size`: whether at least the size fits; null where that is not known either. */
  | {
      readonly kind: 'cannot-say';
      readonly size: 'same' | 'different' | null;
      readonly service: Exclude<ServiceSays, 'agrees'>;
    };

export type Verification = {
  readonly file: { readonly name: string; readonly size: number } & FileDigests;
  readonly against: Against;
  readonly verdict: Verdict;
  readonly comparisons: readonly Comparison[];
  /** Of so many receipts in the file, this one was taken. */
  readonly receipts: number;
};

/** What the service says now, held against the same file. */
export type ServiceWord = {
  readonly record: SubmissionRecord;
  readonly comparison: Comparison | null;
  /** The service was asked with this account. */
  readonly accountName: string;
};
