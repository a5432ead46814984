import type { Result } from '../failures/failure.ts';
import type { FailureCode } from '../failures/failure-codes.ts';

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
