export { ReceiptImports, storedPart } from './importing.ts';
export { KeptSubmissions } from './kept-submissions.ts';
export { readReceiptBytes, receiptText } from './receipt.ts';
export { type Print, Receipts, receiptHandlers } from './receipts.ts';
export { Verifier } from './verifier.ts';
