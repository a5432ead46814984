export { KeptSubmissions } from './kept-submissions.ts';
export { type Print, Receipts, receiptHandlers } from './receipts.ts';
export { Verifier } from './verifier.ts';
