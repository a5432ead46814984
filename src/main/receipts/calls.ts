import type { Handlers } from '../../shared/bridge/bridge.ts';
import type { ReceiptPdfs } from './receipt-pdfs.ts';
import type { Receipts } from './receipts.ts';
import type { Verifier } from './verifying/verifier.ts';

export type ReceiptHandlerParts = {
  readonly receipts: Receipts;
  readonly receiptPdfs: ReceiptPdfs;
  readonly verifier: Verifier;
};

/** The calls of receipts and of verifying. */
export function receiptHandlers({ receipts, receiptPdfs, verifier }: ReceiptHandlerParts): Handlers<'receipts'> {
  return {
    'receipts.json': ({ submissionIds }) => receipts.json(submissionIds),
    'receipts.pdf': ({ submissionId }) => receipts.pdf(submissionId),
    'receipts.manifest': ({ submissionId }) => receipts.manifest(submissionId),
    'receipts.savePdfs': ({ saveId, submissionIds }) => receiptPdfs.save(saveId, submissionIds),
    'receipts.cancelSave': ({ saveId }) => receiptPdfs.cancel(saveId),
    'receipts.cancelVerify': ({ checkId }) => verifier.cancel(checkId),
    'receipts.askService': (asked) => receipts.askService(asked),
    'receipts.read': ({ paths: [path = ''] }) => verifier.read(path),
    'receipts.verify': ({ paths: [path = '', receiptPath = ''], ...asked }) =>
      asked.against === 'receipt'
        ? verifier.verifyReceipt(asked.checkId, path, receiptPath, asked.openWith)
        : verifier.verifyKept(asked.checkId, path, asked.submissionId, asked.openWith),
  };
}
