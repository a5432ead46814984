import type { Handlers } from '../../shared/bridge/bridge.ts';
import type { Receipts } from './receipts.ts';

export type ReceiptHandlerParts = { readonly receipts: Receipts };

/** The calls of receipts and of verifying. */
export function receiptHandlers({ receipts }: ReceiptHandlerParts): Handlers<'receipts'> {
  return {
    'receipts.json': ({ submissionIds }) => receipts.json(submissionIds),
    'receipts.pdf': ({ submissionId }) => receipts.pdf(submissionId),
    'receipts.cancelVerify': ({ checkId }) => receipts.cancelVerify(checkId),
    'receipts.askService': (asked) => receipts.askService(asked),
    'receipts.read': ({ paths: [path = ''] }) => receipts.read(path),
    'receipts.verify': ({ paths: [path = '', receiptPath = ''], ...asked }) =>
      asked.against === 'receipt'
        ? receipts.verifyReceipt(asked.checkId, path, receiptPath)
        : receipts.verifyKept(asked.checkId, path, asked.submissionId),
  };
}
