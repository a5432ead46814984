export { type ReceiptHandlerParts, receiptHandlers } from './calls.ts';
export { KeptSubmissions } from './kept-submissions.ts';
export { readReceiptsIn } from './receipt-file.ts';
export { Receipts, type ReceiptsParts } from './receipts.ts';
