export { ReceiptButtons } from './ReceiptButtons.tsx';
export { ReceiptItems } from './SaveReceipts.tsx';
