import type { Handlers } from '../../shared/bridge/bridge.ts';
import type { ReceiptPdfs } from './receipt-pdfs.ts';
import type { Receipts } from './receipts.ts';

export type ReceiptHandlerParts = { readonly receipts: Receipts; readonly receiptPdfs: ReceiptPdfs };

/** The calls of receipts and of verifying. */
export function receiptHandlers({ receipts, receiptPdfs }: ReceiptHandlerParts): Handlers<'receipts'> {
  return {
    'receipts.json': ({ submissionIds }) => receipts.json(submissionIds),
    'receipts.pdf': ({ submissionId }) => receipts.pdf(submissionId),
    'receipts.savePdfs': ({ saveId, submissionIds }) => receiptPdfs.save(saveId, submissionIds),
    'receipts.cancelSave': ({ saveId }) => receiptPdfs.cancel(saveId),
    'receipts.cancelVerify': ({ checkId }) => receipts.cancelVerify(checkId),
    'receipts.askService': (asked) => receipts.askService(asked),
    'receipts.read': ({ paths: [path = ''] }) => receipts.read(path),
    'receipts.verify': ({ paths: [path = '', receiptPath = ''], ...asked }) =>
      asked.against === 'receipt'
        ? receipts.verifyReceipt(asked.checkId, path, receiptPath)
        : receipts.verifyKept(asked.checkId, path, asked.submissionId),
  };
}
