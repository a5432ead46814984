import type { FailureCode, Result } from '../failures/failure.ts';

/** A manifest as a person gave it. `name`: null where it is inside the encryption. */
export type GivenManifest = {
  readonly content: 'file' | 'folder';
  readonly name: string | null;
  /** Of the file, or of all files; of what was encrypted, after that. */
  readonly size: number;
  /** Of a folder; null where they are inside the encryption. */
  readonly files: number | null;
  readonly isEncrypted: boolean;
};

/** Some paths of a folder: how many there are, and the first of them, `/` between names. */
export type SomePaths = { readonly count: number; readonly first: readonly string[] };

/** More of them nobody reads through. */
export const MOST_PATHS = 100;

export type FolderVerdict =
  | {
      /** By the digests of each of its files. */
      readonly by: 'files';
      /** `more`: all that was submitted is there and unchanged, and something beside it. */
      readonly kind: 'same' | 'more' | 'different';
      readonly changed: SomePaths;
      /** Files, and folders with nothing in them. */
      readonly missing: SomePaths;
      readonly added: SomePaths;
    }
  /** By a digest of all names and digests: which file it is that differs cannot be told by it. */
  | { readonly by: 'list'; readonly kind: 'same' | 'different' };

/** What receipts are saved as; before, it was `.json`. */
export const RECEIPT_EXTENSION = '.slip';
/** Their media type: JSON text all the same. */
export const RECEIPT_TYPE = 'application/vnd.dropslip.slip+json';

/** Whether a file has the name of a receipt or of a manifest, among others: what is in it decides. */
export function mayBeReference(name: string): boolean {
  return isNamedReceipt(name) || /\.json$/i.test(name);
}

export function isNamedReceipt(name: string): boolean {
  return name.toLowerCase().endsWith(RECEIPT_EXTENSION);
}

/** Whether a file has the name of a printed receipt, among other PDFs. */
export function mayBePrinted(name: string): boolean {
  return /\.pdf$/i.test(name);
}

const otherFiles: ReadonlySet<FailureCode> = new Set(['not-a-receipt', 'receipt-too-large', 'receipt-unreadable']);

/** By what came of reading it: whether it is a receipt or a manifest, also one that is damaged or of a later version. */
export function isReferenceFile(read: Result<unknown>): boolean {
  return read.ok || !otherFiles.has(read.error.code);
}
