export { type ReceiptHandlerParts, receiptHandlers } from './calls.ts';
export { Keepers } from './keepers.ts';
export { KeptSubmissions } from './kept-submissions.ts';
export { ReceiptPdfs, type ReceiptPdfsParts } from './receipt-pdfs.ts';
export { Receipts, type ReceiptsParts } from './receipts.ts';
export { readReceiptsIn } from './verifying/reference-file.ts';
export { Verifier } from './verifying/verifier.ts';
