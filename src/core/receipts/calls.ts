import type { Handlers } from '../../shared/bridge/bridge.ts';
import { failure } from '../../shared/failures/failure.ts';
import type { ReceiptPdfs } from './receipt-pdfs.ts';
import type { Receipts } from './receipts.ts';
import type { Verifier } from './verifying/verifier.ts';

export type ReceiptHandlerParts = {
  readonly receipts: Receipts;
  readonly receiptPdfs: ReceiptPdfs;
  readonly verifier: Verifier;
  /** Where a receipt lies that was opened with Dropslip; null for an id of none. */
  readonly openedReceipt: (openedId: string) => string | null;
};

export function receiptHandlers(parts: ReceiptHandlerParts): Handlers<'receipts'> {
  const { openedReceipt, receipts, receiptPdfs, verifier } = parts;
  return {
    'receipts.json': ({ submissionIds }) => receipts.json(submissionIds),
    'receipts.pdf': ({ submissionId }) => receipts.pdf(submissionId),
    'receipts.manifest': ({ submissionId }) => receipts.manifest(submissionId),
    'receipts.savePdfs': ({ saveId, submissionIds }) => receiptPdfs.save(saveId, submissionIds),
    'receipts.cancelSave': ({ saveId }) => receiptPdfs.cancel(saveId),
    'receipts.cancelVerify': ({ checkId }) => verifier.cancel(checkId),
    'receipts.askService': (asked) => receipts.askService(asked),
    'receipts.read': ({ paths: [path = ''] }) => verifier.read(path),
    'receipts.readOpened': ({ openedId }) => {
      const path = openedReceipt(openedId);
      return path === null ? failure({ code: 'files-not-given' }) : verifier.read(path);
    },
    'receipts.verify': ({ paths: [path = '', receiptPath = ''], ...asked }) => {
      const { checkId, openWith } = asked;
      if (asked.against === 'kept') return verifier.verifyKept(checkId, path, asked.submissionId, openWith);
      const reference = asked.against === 'receipt' ? receiptPath : openedReceipt(asked.openedId);
      if (reference === null) return failure({ code: 'files-not-given' });
      return verifier.verifyReceipt(checkId, path, reference, openWith);
    },
  };
}
