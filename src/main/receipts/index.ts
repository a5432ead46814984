export { createKeptSubmissions, type KeptSubmission, type KeptSubmissions } from './kept-submissions.ts';
export { createReceipts, type Receipts, type ReceiptsParts } from './receipts.ts';
