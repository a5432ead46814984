export { ReceiptButtons } from './ReceiptButtons.tsx';
export { ReceiptItems, SaveReceipts } from './SaveReceipts.tsx';
export { useIsSaving } from './save-receipts.ts';
