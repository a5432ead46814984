import type { FailureCode, Result } from '../failures/failure.ts';

/** Paths of a folder: their number, and the first ones, with `/` between names. */
export type SomePaths = { readonly count: number; readonly first: readonly string[] };

/** No user reads more paths. */
export const MOST_PATHS = 100;

export type FolderVerdict =
  | {
      /** Compared by the digests of each file. */
      readonly by: 'files';
      /** `more`: all submitted files are there and unchanged, with further ones. */
      readonly kind: 'same' | 'more' | 'different';
      readonly changed: SomePaths;
      /** Files and empty folders. */
      readonly missing: SomePaths;
      readonly added: SomePaths;
    }
  /** Compared by one digest of all names and digests, which does not show which file differs. */
  | { readonly by: 'list'; readonly kind: 'same' | 'different' };

/** The extension of saved receipts. Older versions used `.json`. */
export const RECEIPT_EXTENSION = '.slip';
/** The media type of receipts, which are JSON text. */
export const RECEIPT_TYPE = 'application/vnd.dropslip.slip+json';

/** True if a file's name may be that of a receipt. Other files have such names too. */
export function mayBeReceipt(name: string): boolean {
  return isNamedReceipt(name) || /\.json$/i.test(name);
}

export function isNamedReceipt(name: string): boolean {
  return name.toLowerCase().endsWith(RECEIPT_EXTENSION);
}

const otherFiles: ReadonlySet<FailureCode> = new Set(['not-a-receipt', 'receipt-too-large', 'receipt-unreadable']);

/** True if the result of reading a file shows a receipt, also a damaged or newer one. */
export function isReceiptFile(read: Result<unknown>): boolean {
  return read.ok || !otherFiles.has(read.error.code);
}
