export { ReceiptButtons } from './ReceiptButtons.tsx';
export { ReceiptItems, ReceiptsProgress } from './SaveReceipts.tsx';
