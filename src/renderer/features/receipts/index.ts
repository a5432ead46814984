export { ReceiptButtons } from './ReceiptButtons.tsx';
export { saveReceipts } from './save-receipts.ts';
