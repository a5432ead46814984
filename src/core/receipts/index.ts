export { KeptSubmissions } from './kept-submissions.ts';
export { type ReceiptFolder, ReceiptPdfs } from './receipt-pdfs.ts';
export { Receipts, receiptHandlers } from './receipts.ts';
export { readReceiptsIn } from './reference-file.ts';
export { Verifier } from './verifier.ts';
