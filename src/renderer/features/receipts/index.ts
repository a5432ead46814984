export { saveReceipts } from './commands.ts';
export { ReceiptButtons } from './ReceiptButtons.tsx';
