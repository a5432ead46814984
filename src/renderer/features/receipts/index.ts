export { ReceiptButtons } from './ReceiptButtons.tsx';
export { SaveReceipts } from './SaveReceipts.tsx';
