export { type ReceiptHandlerParts, receiptHandlers } from './calls.ts';
export { KeptSubmissions } from './kept-submissions.ts';
export { readReceiptsIn } from './receipt-file.ts';
export { ReceiptPdfs, type ReceiptPdfsParts } from './receipt-pdfs.ts';
export { Receipts, type ReceiptsParts } from './receipts.ts';
