export { type ReceiptHandlerParts, receiptHandlers } from './calls.ts';
export { createKeptSubmissions } from './kept-submissions.ts';
export { readReceiptsIn } from './receipt-file.ts';
export { createReceipts, type Receipts, type ReceiptsParts } from './receipts.ts';
